import { AccountSettingsPage } from '#features/accounts/web/settings/account-settings-page.tsx';
import { BlockedUsers } from '#features/blocks/web/lazy.ts';
import { DecisionsSection } from '#features/moderation/web/decisions/new-decisions.tsx';
import { NotificationSettingsSection } from '#features/notifications/web/lazy.ts';

/** Account settings, with those of other features. */
export default function AccountSettingsRoute() {
  return (
    <AccountSettingsPage
      notifications={<NotificationSettingsSection />}
      blockedUsers={<BlockedUsers />}
      decisions={<DecisionsSection />}
    />
  );
}
