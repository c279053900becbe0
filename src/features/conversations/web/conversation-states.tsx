import { type ReactNode, useEffect } from 'react';
import { t, textId } from '#platform/shared/texts/t.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
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
    <ErrorState title={t('conversations.error.messages')} level={1} retrying={retrying} onRetry={onRetry} />
  </StatePage>
);

/** Offline, for a conversation that is not cached. */
export const MessagesOffline = ({ onRetry }: { onRetry: () => void }) => (
  <StatePage>
    <OfflineState level={1} onRetry={onRetry} />
  </StatePage>
);

const invalidTexts = {
  missing: textId('conversations.invalid.missing'),
  own: textId('conversations.invalid.own'),
  sold: textId('conversations.invalid.sold'),
  expired: textId('conversations.invalid.expired'),
};

/** For a conversation that does not exist and cannot be opened. */
export function InvalidConversation({ reason = 'missing' }: { reason?: keyof typeof invalidTexts }) {
  const title = t('conversations.invalid.title');
  useEffect(() => {
    document.title = `${title} · BookSwap`;
  }, [title]);
  return (
    <StatePage>
      <EmptyState
        illustration="invalid-conversation"
        title={title}
        level={1}
        text={t(invalidTexts[reason])}
        action={<LinkButton href="/messages">{t('conversations.invalid.back')}</LinkButton>}
      />
    </StatePage>
  );
}
