import { useQuery } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { isMissing } from '#platform/shared/is-missing.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { AppShell } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { PageStates } from '#ui/states/page-states.tsx';
import { BookPageSkeleton } from '#ui/states/screen-skeletons.tsx';
import { GoneBook } from './gone-book.tsx';
import { absentSlip, shortAddressQuery } from './slip-queries.ts';

/** `/b/{code}`: the listing, or what has become of it. */
export function ShortAddressPage({ code }: { code: string }) {
  const address = useQuery(shortAddressQuery(useTransport(), code));
  const askAgain = useOfflineRetry(address);
  const isAbsent = address.data === absentSlip || isMissing(address.error);
  const goneTitle =
    address.data && t(address.data.state === 'sold' ? 'slips.gone.sold' : 'slips.gone.deleted');
  useDocumentTitle(isAbsent ? t('slips.gone.unknown') : (goneTitle ?? null));
  if (address.data?.state === 'listed') return <Redirect to={`/book/${address.data.bookId}`} replace />;
  return (
    <AppShell>
      <TitleHeader back={{ href: '/' }} />
      <PageStates
        query={address}
        onRetryOffline={askAgain}
        skeleton={<BookPageSkeleton />}
        missing={isAbsent ? <UnknownAddress /> : null}
        errorTitle={t('slips.page.error')}
      >
        {address.data && (
          <GoneBook
            title={goneTitle!}
            name={address.data.title}
            isbn={address.data.isbn}
            otherCopies={address.data.otherCopies}
          />
        )}
      </PageStates>
    </AppShell>
  );
}

const UnknownAddress = () => (
  <EmptyState
    level={1}
    illustration="book-not-found"
    title={t('slips.gone.unknown')}
    text={t('slips.gone.unknown-text')}
    action={<LinkButton href="/">{t('slips.gone.browse')}</LinkButton>}
  />
);
