import { useEffect } from 'react';
import { EXPIRED_LISTING_TEXT } from '#features/books/rules.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { INVALID_CONVERSATION } from '#ui/states/page-illustrations.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';

const texts = {
  missing: 'The book was deleted, or the link may be broken.',
  own: "This is your own listing. Buyers' messages about it are in Messages.",
  sold: 'This book has been sold.',
  expired: EXPIRED_LISTING_TEXT,
};

/** Shown for a conversation that does not exist and cannot be opened. */
export function InvalidConversation({ reason = 'missing' }: { reason?: keyof typeof texts }) {
  useEffect(() => {
    document.title = 'Invalid conversation · BookSwap';
  }, []);
  return (
    <AppShell>
      <TitleHeader back={{ href: '/messages' }} />
      <Main id="main" middle>
        <EmptyState
          illustration={INVALID_CONVERSATION}
          title="Invalid conversation"
          level={1}
          text={texts[reason]}
          action={<LinkButton href="/messages">Go Back</LinkButton>}
        />
      </Main>
    </AppShell>
  );
}
