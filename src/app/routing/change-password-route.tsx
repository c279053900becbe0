import ChangePasswordPage from '#features/accounts/web/settings/change-password-page.tsx';
import { useBack } from '#platform/web/navigation/use-back.ts';

/** Changes the password of a user who knows the current one. */
export default function ChangePasswordRoute() {
  return <ChangePasswordPage back={useBack('/account-settings')} />;
}
