import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#features/accounts/contract.ts';
import type { Book } from '#features/books/contract.ts';
import { ProfilePage } from '#features/accounts/web/settings/profile-page.tsx';
import { MyListings } from '#features/books/web/my-listings.tsx';
import { useLiveListings } from '#features/books/web/use-live-listings.ts';
import { invalidateBooks } from '#features/books/web/public.ts';
import { BoostButton } from '#features/boosts/web/boost-button.tsx';
import { boostOffer } from '#features/boosts/web/boost-offer.ts';
import { BoughtSection } from '#features/deals/web/bought-section.tsx';
import { SaleQuestions } from '#features/deals/web/sale-questions.tsx';
import { ListingDeal } from '#features/deals/web/listing-deal.tsx';
import { useSellTo } from '#features/deals/web/use-sell-to.tsx';
import { PaymentList } from '#features/payments/web/payment-list.tsx';
import { paymentProviderQuery } from '#features/payments/web/public.ts';
import { usePaymentUpdates } from '#features/payments/web/use-payment-updates.ts';
import { ReviewQuestions } from '#features/reviews/web/review-questions.tsx';
import { AdFreeBanner } from '#features/subscriptions/web/ad-free-banner.tsx';
import { adFreeOffer } from '#features/subscriptions/web/ad-free-offer.ts';
import { AdFreeSection } from '#features/subscriptions/web/ad-free-section.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { AppNav } from '../shell/app-bottom-nav.tsx';

const offers = { boost: boostOffer, 'remove-ads': adFreeOffer };

/** The profile, with the current user's listings, subscription and payments. */
export default function ProfileRoute() {
  const queries = useQueryClient();
  const { data: provider } = useQuery(paymentProviderQuery(useTransport()));
  const { sell, dialog } = useSellTo();
  const boost = provider ? (book: Book) => <BoostButton book={book} /> : undefined;
  return (
    <ProfilePage
      adFreeBanner={(user) => <AdFreeBanner user={user} />}
      questions={
        <>
          <SaleQuestions />
          <ReviewQuestions />
        </>
      }
      listings={
        <>
          <MyListings promote={boost} onSell={(...sale) => void sell(...sale)} Deal={ListingDeal} />
          {dialog}
          <BoughtSection />
        </>
      }
      adFreeSection={(user) => <AdFreeSection user={user} />}
      payments={(user) => <Payments user={user} />}
      nav={<AppNav />}
      onSaved={() => void invalidateBooks(queries)}
    />
  );
}

/** Payments, which report their outcome after a return from the provider. */
function Payments({ user: { id: userId } }: { user: CurrentUser }) {
  useLiveListings(userId);
  usePaymentUpdates({ userId, offers });
  return <PaymentList userId={userId} offers={offers} />;
}
