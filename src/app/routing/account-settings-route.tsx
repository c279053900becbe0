import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { DeleteAccount } from '#features/accounts/web/settings/delete-account.tsx';
import { ExportData } from '#features/accounts/web/settings/export-data.tsx';
import { useSession } from '#features/accounts/web/public.ts';
import { BlockedUsers } from '#features/blocks/web/lazy.ts';
import { NotificationSettingsSection } from '#features/notifications/web/lazy.ts';
import { SignedInDevices } from '#features/accounts/web/settings/signed-in-devices.tsx';
import { paymentProviderQuery } from '#features/payments/web/payment-queries.ts';
import { AdFreeBanner, AdFreeBannerSkeleton } from '#features/subscriptions/web/ad-free-banner.tsx';
import { AdFreeSection } from '#features/subscriptions/web/ad-free-section.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { LinkItem, List } from '#ui/layout/list.tsx';
import { AppShell, Main, Section } from '#ui/layout/app-shell.tsx';
import { toast } from '#ui/overlays/toaster.tsx';

/** What concerns the account rather than the person: each feature's own part. */
export default function AccountSettingsRoute() {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return (
    <AppShell>
      <TitleHeader title="Account Settings" back={{ href: '/profile' }} />
      <Main id="main">
        <Parts user={session.user} />
      </Main>
    </AppShell>
  );
}

const Parts = ({ user }: { user: CurrentUser }) => (
  <>
    <Section title="Password">
      <List>
        <LinkItem icon="key" href="/change-password">
          Change Password
        </LinkItem>
      </List>
    </Section>
    <NotificationSettingsSection />
    <AdFree user={user} />
    <SignedInDevices userId={user.id} />
    <BlockedUsers />
    <YourData />
  </>
);

/** Its state, or the offer where there is none. */
function AdFree({ user }: { user: CurrentUser }) {
  const { data: provider, isPending, failureCount } = useQuery(paymentProviderQuery(useTransport()));
  return (
    <>
      {isPending && failureCount === 0 && <AdFreeBannerSkeleton user={user} />}
      {provider && <AdFreeBanner user={user} />}
      <AdFreeSection user={user} />
    </>
  );
}

function YourData() {
  const [, navigate] = useLocation();
  const gone = () => {
    navigate('/', { replace: true });
    toast({ title: 'Your account is gone', description: 'Everything of yours went with it.' });
  };
  return (
    <Section title="Your data">
      <List>
        <ExportData />
        <DeleteAccount onGone={gone} />
      </List>
    </Section>
  );
}
