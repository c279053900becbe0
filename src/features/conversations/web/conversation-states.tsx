import { type ReactNode, useEffect } from 'react';
import { EXPIRED_LISTING_TEXT } from '#features/books/rules.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { INVALID_CONVERSATION } from '#ui/states/page-illustrations.ts';
import { EmptyState, ErrorState, OfflineState } from '#ui/states/empty-state.tsx';

const StatePage = ({ children }: { children: ReactNode }) => (
  <AppShell>
    <TitleHeader back={{ href: '/messages' }} />
    <Main id="main" middle>
      {children}
    </Main>
  </AppShell>
);

/** When a conversation could not be fetched. */
export const MessagesError = ({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) => (
  <StatePage>
    <ErrorState title="Error loading messages" level={1} retrying={retrying} onRetry={onRetry} />
  </StatePage>
);

/** Offline, for a conversation that is not cached. */
export const MessagesOffline = ({ onRetry }: { onRetry: () => void }) => (
  <StatePage>
    <OfflineState level={1} onRetry={onRetry} />
  </StatePage>
);

const invalidTexts = {
  missing: 'The book was deleted, or the link may be broken.',
  own: "This is your own listing. Buyers' messages about it are in Messages.",
  sold: 'This book has been sold.',
  expired: EXPIRED_LISTING_TEXT,
};

/** For a conversation that does not exist and cannot be opened. */
export function InvalidConversation({ reason = 'missing' }: { reason?: keyof typeof invalidTexts }) {
  useEffect(() => {
    document.title = 'Invalid conversation · BookSwap';
  }, []);
  return (
    <StatePage>
      <EmptyState
        illustration={INVALID_CONVERSATION}
        title="Invalid conversation"
        level={1}
        text={invalidTexts[reason]}
        action={<LinkButton href="/messages">Go Back</LinkButton>}
      />
    </StatePage>
  );
}
