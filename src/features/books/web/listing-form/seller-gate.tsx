import type { ComponentProps, ReactNode } from 'react';
import { PausedNote, useKnownUser, usePause } from '#features/accounts/web/lazy.ts';
import { t } from '#platform/shared/texts/t.ts';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { ErrorState } from '#ui/states/empty-state.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';

type SellerGateProps = Pick<ComponentProps<typeof TitleHeader>, 'title' | 'back'> & {
  /** The form of this user. */
  children: (userId: string) => ReactNode;
};

/** A page that lists books: the form once the user is known, or why there is none. */
export function SellerGate({ title, back, children }: SellerGateProps) {
  const { myId, isSlow, isFetching, refetch } = useKnownUser();
  const inBrowser = useHydrated();
  const pause = usePause();
  if (!isSlow && pause === null) return inBrowser && myId !== null ? children(myId) : null;
  return (
    <AppShell>
      <TitleHeader title={title} back={back} />
      <Main id="main" middle={isSlow}>
        {isSlow ? (
          <ErrorState title={t('books.form.no-account')} retrying={isFetching} onRetry={refetch} />
        ) : (
          <PausedNote until={pause!}>{t('books.form.paused')}</PausedNote>
        )}
      </Main>
    </AppShell>
  );
}
