import { t } from '#platform/shared/texts/t.ts';
import { cx } from '../class-names.ts';
import shared from '../shared.module.css';
import iconButtonStyles from '../actions/icon-button.module.css';
import badgeStyles from '../display/badge.module.css';
import bookRowStyles from '../display/book-row.module.css';
import styles from './skeleton.module.css';

type Width = 20 | 30 | 45 | 60 | 90;

/** One bone of a skeleton. Skeletons have the shape of the content and are silent: put a text beside them. */
export function SkeletonBlock({
  width,
  kind = 'text',
}: {
  width?: Width;
  kind?: 'text' | 'cover' | 'avatar';
}) {
  const look = kind === 'cover' ? styles.cover : kind === 'avatar' ? styles.avatar : styles.text;
  return <span className={cx(styles.bone, look)} data-width={width} />;
}

/** What a screen reader says while a skeleton shows. */
export const LoadingText = ({ children }: { children: string }) => (
  <p className={shared.visuallyHidden} role="status">
    {children}
  </p>
);

export const skeletonRows = (count: number) => Array.from({ length: count }, (_, i) => i);

/** `tools`: with the place of its owner's buttons. `boosted`: with the place of its tab. */
export function BookRowSkeleton({ tools = false, boosted = false }: { tools?: boolean; boosted?: boolean }) {
  return (
    <div className={bookRowStyles.card} aria-hidden="true">
      {boosted && <div className={badgeStyles.boostedTab} />}
      <SkeletonBlock kind="cover" />
      <div className={bookRowStyles.body}>
        <SkeletonBlock width={90} />
        <SkeletonBlock width={60} />
        <SkeletonBlock width={45} />
        <div className={bookRowStyles.meta}>
          <SkeletonBlock width={30} />
          <span className={cx(styles.price, styles.bone, styles.text)} data-width="20" />
        </div>
      </div>
      {tools && (
        <div className={bookRowStyles.tools}>
          <span className={cx(styles.bone, styles.text)} data-width="20" />
          <span className={iconButtonStyles.iconButton} />
        </div>
      )}
    </div>
  );
}

/** Skeleton rows; the label is for screen readers, so that nothing moves when the books arrive. */
export function BookListSkeleton({
  count = 5,
  label = t('ui.loading.books'),
  tools = false,
  viewed = false,
}: {
  count?: number;
  label?: string;
  tools?: boolean;
  /** In the view that the reader has chosen. */
  viewed?: boolean;
}) {
  return (
    <>
      <LoadingText>{label}</LoadingText>
      <div className={cx(tools ? bookRowStyles.joined : bookRowStyles.list, viewed && bookRowStyles.viewed)}>
        {skeletonRows(count).map((row) => (
          <BookRowSkeleton key={row} tools={tools} />
        ))}
      </div>
    </>
  );
}
