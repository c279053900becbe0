import { TitleHeader } from '#ui/header.tsx';
import { App, Main } from '#ui/shell.tsx';
import { ConversationSkeleton } from '#ui/skeleton.tsx';
import { ErrorState, NotOnDevice } from '#ui/state.tsx';

/** In the place of a conversation that is on its way. */
export const WaitingForMessages = () => (
  <App talk>
    <TitleHeader back={{ href: '/messages' }} />
    <Main id="main" flush>
      <ConversationSkeleton />
    </Main>
  </App>
);

/** In the place of a conversation that did not come. */
export const MessagesFailure = ({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) => (
  <App>
    <TitleHeader back={{ href: '/messages' }} />
    <Main id="main" middle>
      <ErrorState title="Error loading messages" level={1} retrying={retrying} onRetry={onRetry} />
    </Main>
  </App>
);

/** In the place of a conversation that was never opened here, while there is no connection. */
export const MessagesNotOnDevice = ({ onRetry }: { onRetry: () => void }) => (
  <App>
    <TitleHeader back={{ href: '/messages' }} />
    <Main id="main" middle>
      <NotOnDevice level={1} onRetry={onRetry} />
    </Main>
  </App>
);
