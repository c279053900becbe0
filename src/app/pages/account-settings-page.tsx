import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { OwnUser } from '#features/accounts/contract.ts';
import { DeleteAccount } from '#features/accounts/web/delete-account.tsx';
import { ExportData } from '#features/accounts/web/export-data.tsx';
import { useSession } from '#features/accounts/web/public.ts';
import { BlockedPeople } from '#features/blocks/web/parts.ts';
import { NotificationSettings } from '#features/notifications/web/parts.ts';
import { SignedInDevices } from '#features/accounts/web/signed-in-devices.tsx';
import { paymentProviderQuery } from '#features/payments/web/payment-queries.ts';
import { AdFreeBanner, AdFreeBannerSkeleton } from '#features/subscriptions/web/ad-free-banner.tsx';
import { AdFreeSection } from '#features/subscriptions/web/ad-free-section.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { TitleHeader } from '#ui/header.tsx';
import { LinkItem, List } from '#ui/list.tsx';
import { App, Main, Section } from '#ui/shell.tsx';
import { toast } from '#ui/toaster.tsx';

/** What concerns the account rather than the person: each feature's own part. */
export default function AccountSettingsPage() {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return (
    <App>
      <TitleHeader title="Account Settings" back={{ href: '/profile' }} />
      <Main id="main">
        <Parts user={session.user} />
      </Main>
    </App>
  );
}

const Parts = ({ user }: { user: OwnUser }) => (
  <>
    <Section title="Password">
      <List>
        <LinkItem icon="key" href="/change-password">
          Change Password
        </LinkItem>
      </List>
    </Section>
    <NotificationSettings />
    <AdFree user={user} />
    <SignedInDevices userId={user.id} />
    <BlockedPeople />
    <YourData />
  </>
);

/** Its state, or the offer where there is none. */
function AdFree({ user }: { user: OwnUser }) {
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
