import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import type { Book } from '#features/books/contract.ts';
import { isBoosted } from '#features/books/rules.ts';
import { bookQuery, absentBook } from '#features/books/web/public.ts';
import type { PaymentProvider } from '#features/payments/contract.ts';
import {
  Benefits,
  PaymentPanel,
  PurchasesClosed,
  PaymentUnavailable,
  TestModeStrip,
} from '#features/payments/web/lazy.ts';
import { toMajorUnits } from '#platform/shared/money.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { isMissing } from '#platform/shared/is-missing.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { BoostPageSkeleton } from '#ui/states/form-skeletons.tsx';
import { ErrorState, EmptyState, OfflineState } from '#ui/states/empty-state.tsx';
import { Time } from '#ui/display/time.tsx';
import type { BoostEndpoints } from '../contract.ts';
import { BOOST_HOURS, boostPeriod } from '../rules.ts';
import { boostOffer } from './boost-offer.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

type BoostPageProps = {
  bookId: string;
  back: ComponentProps<typeof TitleHeader>['back'];
  /** A preview of the listing's card, boosted until this time. */
  sample: (book: Book, until: Date) => ReactNode;
};

export default function BoostPage({ bookId, back, sample }: BoostPageProps) {
  const transport = useTransport();
  const who = useKnownUser();
  const { data: provider, ...asked } = useQuery(paymentProviderQuery(transport));
  const book = useQuery({ ...bookQuery(transport, bookId), refetchOnMount: 'always' });
  const listing = book.data ?? null;
  const missing = book.data === absentBook || isMissing(book.error);
  const askAgain = useOfflineRetry(book, asked);
  const failed = askAgain === null && ((book.isError && !missing) || asked.isError || who.isSlow);
  const mine = who.myId === null ? undefined : who.myId === listing?.sellerId;
  const state = unavailableReason({ provider, missing, book: listing, mine });
  const retry = () => {
    if (who.isSlow) who.refetch();
    void Promise.all([book.refetch(), asked.refetch()]);
  };
  return (
    <AppShell>
      <TestModeStrip provider={provider} />
      <TitleHeader title={t('boosts.offer.title')} back={back} />
      <Main id="main" middle={state !== null || failed || askAgain !== null}>
        {askAgain !== null && state === null && <OfflineState level={2} onRetry={askAgain} />}
        {failed && (
          <ErrorState
            title={t('boosts.page.error')}
            retrying={book.isFetching || who.isFetching}
            onRetry={retry}
          />
        )}
        {!failed && state}
        {!failed && state === null && askAgain === null && !(mine && listing && provider) && (
          <BoostPageSkeleton />
        )}
        {!failed && state === null && askAgain === null && mine && listing && provider && (
          <BoostCheckout book={listing} provider={provider} sample={sample} />
        )}
      </Main>
    </AppShell>
  );
}

type Situation = {
  provider: PaymentProvider | null | undefined;
  missing: boolean;
  book: Book | null;
  /** Undefined: not known yet. */
  mine: boolean | undefined;
};

/** The reason why no boost is offered, or null. The server checks again. */
function unavailableReason({ provider, missing, book, mine }: Situation): ReactNode {
  if (provider === null) return <PurchasesClosed />;
  if (missing)
    return (
      <Unavailable
        illustration="book-not-found"
        title={t('boosts.page.not-found-title')}
        text={t('boosts.page.not-found-text')}
      />
    );
  if (book === null) return null;
  if (mine === false)
    return (
      <Unavailable
        illustration="book-not-found"
        title={t('boosts.page.not-own-title')}
        text={t('boosts.page.not-own-text')}
        action={<LinkButton href={`/book/${book.id}`}>{t('boosts.page.book')}</LinkButton>}
      />
    );
  if (book.isActive) return null;
  return book.soldAt === null ? (
    <Unavailable title={t('boosts.page.expired-title')} text={t('boosts.page.expired-text')} />
  ) : (
    <Unavailable title={t('boosts.page.sold-title')} text={t('boosts.page.sold-text')} />
  );
}

const Unavailable = (props: Partial<ComponentProps<typeof EmptyState>> & { title: string }) => (
  <EmptyState
    illustration="nothing-for-sale"
    action={<LinkButton href="/profile">{t('boosts.page.listings')}</LinkButton>}
    {...props}
  />
);

type BoostCheckoutProps = { book: Book; provider: PaymentProvider; sample: BoostPageProps['sample'] };

function BoostCheckout({ book, provider, sample }: BoostCheckoutProps) {
  const transport = useTransport();
  const now = useNow();
  const offer = boostOffer();
  const boosted = isBoosted(book, now) && book.boostedUntil !== null ? book.boostedUntil : null;
  const { endsAt } = boostPeriod(boosted === null ? null : new Date(boosted), now);
  return (
    <>
      <h2 className={shared.visuallyHidden}>{t('boosts.page.title')}</h2>
      {boosted !== null && (
        <InlineAlert small>
          {rich('boosts.page.until', {
            time: () => <Time at={boosted} now={now.getTime()} form="full" />,
            hours: BOOST_HOURS,
          })}
        </InlineAlert>
      )}
      {sample(book, endsAt)}
      <p className={cx(shared.tiny, shared.soft, shared.center)}>{t('boosts.page.sample')}</p>
      <Benefits offer={offer} />
      <PaymentPanel
        offer={offer}
        provider={provider}
        about={book.id}
        begin={() => {
          const { prices, money } = currentLocale();
          return apiClient<BoostEndpoints>(transport).call('POST /api/create-payment-intent', {
            body: { bookId: book.id, amount: toMajorUnits(prices.boost, money) },
          });
        }}
        refusal={({ status, detail }) =>
          status === 404 || status === 409 ? <PaymentUnavailable>{detail}</PaymentUnavailable> : null
        }
      />
    </>
  );
}
