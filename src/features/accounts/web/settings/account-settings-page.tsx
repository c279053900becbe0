import type { ReactNode } from 'react';
import { useNavigateWhileMounted } from '#platform/web/navigation/use-is-left.ts';
import { AppShell, Main, Section } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { LinkItem, List } from '#ui/layout/list.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import { useSession } from '../session/session-context.tsx';
import { PasskeysSection } from '../passkeys/passkeys-section.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { ExportData } from './export-data.tsx';
import { SignedInDevices } from './signed-in-devices.tsx';
import { StudentBadgeSection } from './student-badge-section.tsx';

type AccountSettingsPageProps = {
  notifications: ReactNode;
  blockedUsers: ReactNode;
};

/** The settings of the account, with sections of other features. Each setting is here or in the profile. */
export function AccountSettingsPage({ notifications, blockedUsers }: AccountSettingsPageProps) {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  const { user } = session;
  return (
    <AppShell>
      <TitleHeader title="Account Settings" back={{ href: '/profile' }} />
      <Main id="main">
        <Section title="Password">
          <List>
            <LinkItem icon="key" href="/change-password">
              Change Password
            </LinkItem>
          </List>
        </Section>
        <PasskeysSection userId={user.id} />
        {notifications}
        <SignedInDevices userId={user.id} />
        {blockedUsers}
        <StudentBadgeSection user={user} />
        <YourData />
      </Main>
    </AppShell>
  );
}

function YourData() {
  const navigate = useNavigateWhileMounted();
  const gone = () => {
    navigate('/', { replace: true });
    toast({ title: 'Account deleted', description: 'All your data was removed.' });
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
