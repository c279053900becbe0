import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { ProfileForm } from '#features/accounts/web/settings/profile-form.tsx';
import { useSession, useSessionActions } from '#features/accounts/web/public.ts';
import { showSaveError, useSaveProfile } from '#features/accounts/web/settings/use-save-profile.ts';
import { VerifyEmailNotice } from '#features/accounts/web/sign-in/verify-email-notice.tsx';
import { MyListings } from '#features/books/web/my-listings.tsx';
import { invalidateBooks } from '#features/books/web/public.ts';
import { boostOffer } from '#features/boosts/web/boost-offer.ts';
import { BoostButton } from '#features/boosts/web/boost-button.tsx';
import { DeviceSwitch } from '#features/notifications/web/lazy.ts';
import { PaymentList } from '#features/payments/web/payment-list.tsx';
import { paymentProviderQuery } from '#features/payments/web/payment-queries.ts';
import { usePaymentUpdates } from '#features/payments/web/use-payment-updates.ts';
import { ProfileImageField } from '#features/photos/web/profile-image-field.tsx';
import { AdFreeBanner, AdFreeBannerSkeleton } from '#features/subscriptions/web/ad-free-banner.tsx';
import { adFreeOffer } from '#features/subscriptions/web/ad-free-offer.ts';
import { AdFreeSection } from '#features/subscriptions/web/ad-free-section.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { VerifiedBadge } from '#ui/display/badge.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { ButtonItem, LinkItem, List } from '#ui/layout/list.tsx';
import { AppShell, Main, Section } from '#ui/layout/app-shell.tsx';
import { ThemeButton } from '#ui/actions/theme-button.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import { AppNav } from '../shell/app-nav.tsx';
import { useLiveListings, useOnUserChanged } from '../shell/use-live-profile.ts';

const offers = { boost: boostOffer, 'remove-ads': adFreeOffer };

/** The signed-in person, and what is theirs. */
export default function ProfileRoute() {
  const session = useSession();
  const { data: provider, isPending, failureCount } = useQuery(paymentProviderQuery(useTransport()));
  const queries = useQueryClient();
  const selling = provider !== undefined && provider !== null;
  if (session.status !== 'signed-in') return null;
  const { user } = session;
  const onSaved = () => void invalidateBooks(queries);
  return (
    <AppShell nav>
      <TitleHeader title="Profile" actions={<ThemeButton />} />
      <Main id="main">
        <Who user={user} onSaved={onSaved} />
        <VerifyEmailNotice user={user} />
        {isPending && failureCount === 0 && <AdFreeBannerSkeleton user={user} />}
        {selling && <AdFreeBanner user={user} />}
        <MyListings promote={selling ? (book) => <BoostButton book={book} /> : undefined} />
        <ProfileForm user={user} onSaved={onSaved} />
        <AdFreeSection user={user} />
        <Purchases userId={user.id} />
        <AccountSettings user={user} />
        <SignOut />
      </Main>
      <AppNav />
    </AppShell>
  );
}

function Who({ user, onSaved }: { user: CurrentUser; onSaved: () => void }) {
  const save = useSaveProfile();
  const change = async (profileImage: string | null) => {
    try {
      await save({ profileImage });
    } catch (error) {
      showSaveError(error);
      throw error;
    }
    onSaved();
    toast({ title: profileImage === null ? 'Your picture is removed' : 'Your picture is saved' });
  };
  return (
    <div className="row who">
      <ProfileImageField person={user} onChange={change} />
      <div className="grow">
        <h2>{user.name}</h2>
        <p className="small soft">{user.university ?? 'No university yet'}</p>
        {user.studentVerified && (
          <p>
            <VerifiedBadge />
          </p>
        )}
      </div>
    </div>
  );
}

/** What was bought. Whoever comes from paying is told here how it went. */
function Purchases({ userId }: { userId: string }) {
  useLiveListings(userId);
  usePaymentUpdates({ userId, offers, onUserChanged: useOnUserChanged() });
  return <PaymentList userId={userId} offers={offers} />;
}

const AccountSettings = ({ user }: { user: CurrentUser }) => (
  <Section title="Account Settings">
    <List>
      <LinkItem icon="key" href="/change-password">
        Change Password
      </LinkItem>
      <DeviceSwitch />
      <LinkItem icon="shield" href="/account-settings">
        More account settings
        <span className="tiny soft block">Devices, e-mails, blocking, your data</span>
      </LinkItem>
      <LinkItem icon="help" href="/help">
        Help &amp; Support
      </LinkItem>
      {user.isAdmin && (
        <LinkItem icon="users" href="/admin">
          Admin Dashboard
        </LinkItem>
      )}
    </List>
  </Section>
);

function SignOut() {
  const { signOut } = useSessionActions();
  const [, navigate] = useLocation();
  const leave = async () => {
    try {
      await signOut();
      navigate('/');
    } catch {
      toast({ variant: 'destructive', title: 'Error', description: 'Failed to sign out. Please try again.' });
    }
  };
  return (
    <List>
      <ButtonItem icon="logout" onClick={() => void leave()}>
        Sign Out
      </ButtonItem>
    </List>
  );
}
