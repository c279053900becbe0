import { AccountSettingsPage } from '#features/accounts/web/settings/account-settings-page.tsx';
import { BlockedUsers } from '#features/blocks/web/lazy.ts';
import { NotificationSettingsSection } from '#features/notifications/web/lazy.ts';
import { AdFreeBanner } from '#features/subscriptions/web/ad-free-banner.tsx';
import { AdFreeSection } from '#features/subscriptions/web/ad-free-section.tsx';

/** Account settings, with those of other features. */
export default function AccountSettingsRoute() {
  return (
    <AccountSettingsPage
      notifications={<NotificationSettingsSection />}
      adFree={(user) => (
        <>
          <AdFreeBanner user={user} />
          <AdFreeSection user={user} />
        </>
      )}
      blockedUsers={<BlockedUsers />}
    />
  );
}
