import { TitleHeader } from '#ui/layout/header.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { ErrorState, OfflineState } from '#ui/states/empty-state.tsx';

/** When a conversation could not be fetched. */
export const MessagesError = ({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) => (
  <AppShell>
    <TitleHeader back={{ href: '/messages' }} />
    <Main id="main" middle>
      <ErrorState title="Error loading messages" level={1} retrying={retrying} onRetry={onRetry} />
    </Main>
  </AppShell>
);

/** Offline, for a conversation that is not cached. */
export const MessagesOffline = ({ onRetry }: { onRetry: () => void }) => (
  <AppShell>
    <TitleHeader back={{ href: '/messages' }} />
    <Main id="main" middle>
      <OfflineState level={1} onRetry={onRetry} />
    </Main>
  </AppShell>
);
