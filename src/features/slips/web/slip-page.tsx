import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
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
import type { Slip } from '../contract.ts';
import { MAX_SLIPS_OF_SELLER } from '../rules.ts';
import { GoneBook } from './gone-book.tsx';
import { PrintFrame } from './print-frame.tsx';
import { absentSlip, sellerSlipsQuery, slipQuery } from './slip-queries.ts';
import { SlipSheet } from './slip-sheet.tsx';

type Back = NonNullable<ComponentProps<typeof TitleHeader>['back']>;

/** `/book/{id}/slip` */
export function SlipPage({ id, back }: { id: string; back: Back }) {
  const slip = useQuery(slipQuery(useTransport(), id));
  useDocumentTitle(slip.data ? t('slips.page.title-of', { title: slip.data.book.title }) : null);
  if (slip.data && slip.data.url !== null)
    return (
      <PrintFrame title={t('slips.page.title')} back={back} hint={t('slips.page.hint', { count: 1 })}>
        <SlipSheet slip={{ book: slip.data.book, url: slip.data.url }} />
      </PrintFrame>
    );
  return (
    <States query={slip} back={back} missing={<MissingBook />}>
      {slip.data && <NotForSale slip={slip.data} />}
    </States>
  );
}

/** `/user/{id}/slip`: one page for each listing. */
export function SellerSlipsPage({ id, back }: { id: string; back: Back }) {
  const slips = useQuery(sellerSlipsQuery(useTransport(), id));
  useDocumentTitle(t('slips.page.title'));
  const count = slips.data?.length ?? 0;
  if (slips.data && count > 0)
    return (
      <PrintFrame
        title={t('slips.page.title')}
        back={back}
        hint={t(count === MAX_SLIPS_OF_SELLER ? 'slips.page.hint-newest' : 'slips.page.hint', { count })}
      >
        {slips.data.map((slip) => (
          <SlipSheet key={slip.shortCode} slip={slip} />
        ))}
      </PrintFrame>
    );
  return (
    <States query={slips} back={back} missing={<NothingToPrint />}>
      {slips.data && <NothingToPrint />}
    </States>
  );
}

type StatesProps = {
  query: UseQueryResult<unknown>;
  back: Back;
  missing: ReactNode;
  children: ReactNode;
};

function States({ query, back, missing, children }: StatesProps) {
  const askAgain = useOfflineRetry(query);
  const isAbsent = query.data === absentSlip || isMissing(query.error);
  return (
    <AppShell>
      <TitleHeader back={back} />
      <PageStates
        query={query}
        onRetryOffline={askAgain}
        skeleton={<BookPageSkeleton />}
        missing={isAbsent ? missing : null}
        errorTitle={t('slips.page.error')}
      >
        {children}
      </PageStates>
    </AppShell>
  );
}

const NotForSale = ({ slip: { book, otherCopies } }: { slip: Slip }) => (
  <GoneBook
    title={t(book.soldAt === null ? 'slips.gone.expired' : 'slips.gone.sold')}
    name={book.title}
    isbn={book.isbn}
    otherCopies={otherCopies}
  />
);

const MissingBook = () => (
  <EmptyState
    level={1}
    illustration="book-not-found"
    title={t('slips.gone.deleted')}
    text={t('slips.gone.none')}
    action={<LinkButton href="/">{t('slips.gone.browse')}</LinkButton>}
  />
);

const NothingToPrint = () => (
  <EmptyState
    level={1}
    illustration="nothing-for-sale"
    title={t('slips.page.nothing')}
    text={t('slips.page.nothing-text')}
    action={<LinkButton href="/">{t('slips.gone.browse')}</LinkButton>}
  />
);
