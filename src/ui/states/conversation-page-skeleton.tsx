import { t } from '#platform/shared/texts/t.ts';
import { IconLink } from '../actions/icon-button.tsx';
import { AppShell } from '../layout/app-shell.tsx';
import { ConversationSkeleton, TwoLineSkeleton } from './screen-skeletons.tsx';
import { SkeletonBlock } from './skeleton.tsx';
import { cx } from '../class-names.ts';
import iconButtonStyles from '../actions/icon-button.module.css';
import chatHeaderStyles from '../chat/chat-header.module.css';
import chatLogStyles from '../chat/chat-log.module.css';
import composerStyles from '../chat/composer.module.css';
import fieldsStyles from '../forms/fields.module.css';
import appShellStyles from '../layout/app-shell.module.css';
import headerStyles from '../layout/header.module.css';
import skeletonStyles from './skeleton.module.css';

/** A conversation while it loads: participant, book, messages and composer in their places. */
export const ConversationPageSkeleton = () => (
  <AppShell chat>
    <header className={cx(headerStyles.header, chatHeaderStyles.withAvatar)}>
      <div className={headerStyles.bar}>
        <IconLink icon="back" label={t('ui.action.back')} href="/messages" />
        <span className={cx(skeletonStyles.bone, skeletonStyles.avatar, skeletonStyles.small)} />
        <SkeletonBlock width={45} />
      </div>
      <div className={chatHeaderStyles.pinned} aria-hidden="true">
        <span className={cx(skeletonStyles.bone, skeletonStyles.cover, skeletonStyles.tiny)} />
        <TwoLineSkeleton />
      </div>
    </header>
    <main id="main" className={chatLogStyles.log} tabIndex={-1}>
      <ConversationSkeleton />
    </main>
    <div className={cx(appShellStyles.actionBar, composerStyles.composer)} aria-hidden="true">
      <span className={fieldsStyles.input} />
      <span className={iconButtonStyles.iconButton} />
    </div>
  </AppShell>
);
