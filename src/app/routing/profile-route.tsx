import { useState } from 'react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { Book } from '#features/books/contract.ts';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import { ProfilePage } from '#features/accounts/web/settings/profile-page.tsx';
import { booksOfUserQuery } from '#features/books/web/book-queries.ts';
import { countUnlistedBooks } from '#features/books/web/shelf/count-unlisted-books.ts';
import { MyListings } from '#features/books/web/my-listings.tsx';
import { useLiveListings } from '#features/books/web/use-live-listings.ts';
import { invalidateBooks } from '#features/books/web/public.ts';
import { BoostButton } from '#features/boosts/web/boost-button.tsx';
import { boostOffer } from '#features/boosts/web/boost-offer.ts';
import { BoughtSection, ResaleQuestions } from '#features/trades/web/bought/bought-section.tsx';
import { boughtQuery, resaleQuestionsQuery, saleQuestionsQuery } from '#features/trades/web/trade-queries.ts';
import { SaleQuestions } from '#features/trades/web/buyer/sale-questions.tsx';
import { ListingTrade } from '#features/trades/web/reservation/listing-trade.tsx';
import { useSellTo } from '#features/trades/web/buyer/sold-to-dialog.tsx';
import { NewDecisionsNotice } from '#features/moderation/web/decisions/new-decisions.tsx';
import { PrintSlipsLink } from '#features/slips/web/print-slips-link.tsx';
import { PaymentList } from '#features/payments/web/payment-list.tsx';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import { usePaymentUpdates } from '#features/payments/web/use-payment-updates.ts';
import { ProfileImageField } from '#features/photos/web/lazy.ts';
import { reviewRequestsQuery } from '#features/reviews/web/review-queries.ts';
import { ReviewQuestions } from '#features/reviews/web/review-questions.tsx';
import { AdFreeLink, AdFreeNotice } from '#features/subscriptions/web/ad-free-banner.tsx';
import { adFreeOffer } from '#features/subscriptions/web/ad-free-offer.ts';
import { AdFreeSection } from '#features/subscriptions/web/ad-free-section.tsx';
import { localDrafts } from '#platform/web/forms/open-draft.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { t } from '#platform/shared/texts/t.ts';
import { Section } from '#ui/layout/app-shell.tsx';
import { BookListSkeleton } from '#ui/states/skeleton.tsx';
import { AppNav } from '../shell/app-bottom-nav.tsx';

const offers = { boost: boostOffer, 'remove-ads': adFreeOffer };

/** The profile, with the current user's listings, subscription and payments. */
export default function ProfileRoute() {
  const queries = useQueryClient();
  const { data: provider } = useQuery(paymentProviderQuery(useTransport()));
  const { sell, dialog } = useSellTo();
  const isAsking = useIsAsking();
  const boost = provider
    ? (book: Book, compact: boolean) => <BoostButton {...{ book, compact }} />
    : undefined;
  return (
    <ProfilePage
      ProfileImage={ProfileImageField}
      adFreeLink={(user) => <AdFreeLink user={user} />}
      loading={isAsking ? <ListingsSkeleton /> : null}
      questions={(user) => (
        <>
          <NewDecisionsNotice />
          <AdFreeNotice user={user} />
          <SaleQuestions />
          <ReviewQuestions />
          <ResaleQuestions />
        </>
      )}
      listings={
        <>
          <MyListings
            promote={boost}
            onSell={(...sale) => void sell(...sale)}
            Trade={ListingTrade}
            after={(userId) => <PrintSlipsLink userId={userId} />}
          />
          {dialog}
          <BoughtSection />
        </>
      }
      adFreeSection={(user) => <AdFreeSection user={user} />}
      payments={(user) => <Payments user={user} />}
      nav={<AppNav />}
      countUnlisted={(userId) => countUnlistedBooks(localDrafts, userId)}
      onSaved={() => void invalidateBooks(queries)}
    />
  );
}

const ListingsSkeleton = () => (
  <Section title={t('accounts.profile.listings')}>
    <BookListSkeleton count={3} label={t('accounts.profile.loading-listings')} tools />
  </Section>
);

/**
 * Whether the listings, what the profile has to ask, and what was bought are unknown yet. Failures and a lost
 * connection end it for good: the part that failed asks again when it is shown.
 */
function useIsAsking(): boolean {
  const [isKnown, setKnown] = useState(false);
  const transport = useTransport();
  const { myId } = useKnownUser();
  const queries = [
    useInfiniteQuery({ ...booksOfUserQuery(transport, myId ?? ''), enabled: myId !== null }),
    useQuery(saleQuestionsQuery(transport)),
    useQuery(reviewRequestsQuery(transport)),
    useQuery(resaleQuestionsQuery(transport)),
    useInfiniteQuery(boughtQuery(transport)),
  ];
  const isAsking = queries.some(
    ({ isPending, fetchStatus, failureCount }) =>
      isPending && fetchStatus === 'fetching' && failureCount === 0,
  );
  if (!isAsking && !isKnown) setKnown(true);
  return isAsking && !isKnown;
}

/** Payments, which report their outcome after a return from the provider. */
function Payments({ user: { id: userId } }: { user: CurrentUser }) {
  useLiveListings(userId);
  usePaymentUpdates({ userId, offers });
  return <PaymentList userId={userId} offers={offers} />;
}
