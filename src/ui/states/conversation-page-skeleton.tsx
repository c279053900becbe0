import { IconLink } from '../actions/icon-button.tsx';
import { AppShell } from '../layout/app-shell.tsx';
import { ConversationSkeleton, TwoLineSkeleton } from './screen-skeletons.tsx';
import { SkeletonBlock } from './skeleton.tsx';

/** A conversation while it loads: participant, book, messages and composer in their places. */
export const ConversationPageSkeleton = () => (
  <AppShell chat>
    <header className="head">
      <div className="bar">
        <IconLink icon="back" label="Back" href="/messages" />
        <span className="bone av xs" />
        <SkeletonBlock width={45} />
      </div>
      <div className="pinned" aria-hidden="true">
        <span className="bone cv s" />
        <TwoLineSkeleton />
      </div>
    </header>
    <main id="main" className="log" tabIndex={-1}>
      <ConversationSkeleton />
    </main>
    <div className="foot composer" aria-hidden="true">
      <span className="input" />
      <span className="iconbtn" />
    </div>
  </AppShell>
);
