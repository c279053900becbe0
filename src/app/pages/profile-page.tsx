import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useSession, useSessionActions } from '#features/accounts/web/public.ts';
import type { OwnUser } from '#features/accounts/contract.ts';
import { MyListings } from '#features/books/web/my-listings.tsx';
import { boostOffer } from '#features/boosts/web/boost-offer.ts';
import { BoostTool } from '#features/boosts/web/boost-tool.tsx';
import { PaymentList } from '#features/payments/web/payment-list.tsx';
import { paymentProviderQuery } from '#features/payments/web/payment-queries.ts';
import { useSettledPayments } from '#features/payments/web/use-settled-payments.ts';
import { AdFreeBanner } from '#features/subscriptions/web/ad-free-banner.tsx';
import { adFreeOffer } from '#features/subscriptions/web/ad-free-offer.ts';
import { AdFreeSection } from '#features/subscriptions/web/ad-free-section.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { TitleHeader } from '#ui/header.tsx';
import { ButtonItem, List } from '#ui/list.tsx';
import { App, Main } from '#ui/shell.tsx';
import { toast } from '#ui/toaster.tsx';
import { AppNav } from '../app-nav.tsx';
import { useLiveListings, useOnPersonChanged } from '../use-live-profile.ts';

const offers = { boost: boostOffer, 'remove-ads': adFreeOffer };

/** The signed-in person, and what is theirs. */
export default function ProfilePage() {
  const session = useSession();
  const { signOut } = useSessionActions();
  const [, navigate] = useLocation();
  const { data: provider } = useQuery(paymentProviderQuery(useTransport()));
  const selling = provider !== undefined && provider !== null;
  if (session.status !== 'signed-in') return null;
  const leave = async () => {
    try {
      await signOut();
      navigate('/');
    } catch {
      toast({ variant: 'destructive', title: 'Error', description: 'Failed to sign out. Please try again.' });
    }
  };
  return (
    <App nav>
      <TitleHeader title="Profile" />
      <Main id="main">
        <Who user={session.user} />
        {selling && <AdFreeBanner user={session.user} />}
        <MyListings
          userId={session.user.id}
          promote={selling ? (book) => <BoostTool book={book} /> : undefined}
        />
        <AdFreeSection user={session.user} />
        <Purchases userId={session.user.id} />
        <section className="section" aria-label="Account">
          <List>
            <ButtonItem icon="logout" onClick={() => void leave()}>
              Sign Out
            </ButtonItem>
          </List>
        </section>
      </Main>
      <AppNav />
    </App>
  );
}

/** What was bought. Whoever comes from paying is told here how it went. */
function Purchases({ userId }: { userId: string }) {
  useLiveListings(userId);
  useSettledPayments({ userId, offers, onPersonChanged: useOnPersonChanged() });
  return <PaymentList userId={userId} offers={offers} />;
}

const Who = ({ user }: { user: OwnUser }) => (
  <div className="row who">
    <Avatar id={user.id} name={user.name} photo={user.profileImage} size="xl" />
    <div className="grow">
      <h2>{user.name}</h2>
      {user.university !== null && <p className="small soft">{user.university}</p>}
    </div>
  </div>
);
