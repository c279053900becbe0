import { t } from '#platform/shared/texts/t.ts';
import { LoadingText, SkeletonBlock, skeletonRows } from './skeleton.tsx';
import { cx } from '../class-names.ts';
import shared from '../shared.module.css';
import chatLogStyles from '../chat/chat-log.module.css';
import conversationRowStyles from '../chat/conversation-row.module.css';
import messageBubbleStyles from '../chat/message-bubble.module.css';
import stageStyles from '../cover/stage.module.css';
import iconStyles from '../icons/icon.module.css';
import appShellStyles from '../layout/app-shell.module.css';
import listStyles from '../layout/list.module.css';
import skeletonStyles from './skeleton.module.css';

function ConversationRowSkeleton() {
  return (
    <div className={conversationRowStyles.row} aria-hidden="true">
      <span className={conversationRowStyles.pictures}>
        <SkeletonBlock kind="cover" />
        <SkeletonBlock kind="avatar" />
      </span>
      <span className={cx(shared.grow, skeletonStyles.lines)}>
        <span className={cx(shared.row, shared.between)}>
          <SkeletonBlock width={45} />
          <SkeletonBlock width={20} />
        </span>
        <SkeletonBlock width={60} />
        <SkeletonBlock width={90} />
      </span>
    </div>
  );
}

export function ConversationListSkeleton({
  count = 3,
  label = t('ui.loading.messages'),
}: {
  count?: number;
  label?: string;
}) {
  return (
    <>
      <LoadingText>{label}</LoadingText>
      <div className={conversationRowStyles.list}>
        {skeletonRows(count).map((row) => (
          <ConversationRowSkeleton key={row} />
        ))}
      </div>
    </>
  );
}

export function BookPageSkeleton() {
  return (
    <>
      <div className={stageStyles.stage} aria-hidden="true">
        <span className={cx(skeletonStyles.bone, skeletonStyles.cover, skeletonStyles.stageCover)} />
      </div>
      <div className={cx(skeletonStyles.lines, skeletonStyles.pageLines)} aria-hidden="true">
        <SkeletonBlock width={90} />
        <SkeletonBlock width={60} />
      </div>
      <div className={cx(shared.row, shared.between)} aria-hidden="true">
        <span className={cx(skeletonStyles.bone, skeletonStyles.title)} data-width="30" />
        <SkeletonBlock width={20} />
      </div>
      <SkeletonBlock width={45} />
      <div
        className={cx(appShellStyles.section, skeletonStyles.lines, skeletonStyles.pageLines)}
        aria-hidden="true"
      >
        <SkeletonBlock width={90} />
        <SkeletonBlock width={90} />
        <SkeletonBlock width={60} />
      </div>
      <LoadingText>{t('ui.loading.book')}</LoadingText>
    </>
  );
}

/** Skeleton of a text line with one or two small lines below, of the same height. */
export const TwoLineSkeleton = ({ hasThird = false }: { hasThird?: boolean }) => (
  <span className={cx(shared.grow, skeletonStyles.twoLines)}>
    <SkeletonBlock width={45} />
    <SkeletonBlock width={60} />
    {hasThird && <SkeletonBlock width={60} />}
  </span>
);

export const ListItemSkeleton = ({ lines = 2 }: { lines?: number }) => (
  <div className={listStyles.item} aria-hidden="true">
    <span className={cx(skeletonStyles.bone, iconStyles.icon)} />
    {lines === 1 ? <SkeletonBlock width={45} /> : <TwoLineSkeleton hasThird={lines === 3} />}
  </div>
);

/** The widths of the messages; the third is the reader's. */
const MESSAGES = [60, 45, 60, 45];

export function ConversationSkeleton() {
  return (
    <div className={chatLogStyles.messages}>
      <LoadingText>{t('ui.loading.messages')}</LoadingText>
      {MESSAGES.map((width, at) => (
        <span
          key={at}
          className={cx(
            messageBubbleStyles.bubble,
            at === 2 && messageBubbleStyles.mine,
            messageBubbleStyles.skeleton,
          )}
          data-width={width}
          aria-hidden="true"
        />
      ))}
    </div>
  );
}
