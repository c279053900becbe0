import { SignInButtons, useSession } from '#features/accounts/web/public.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Link } from '#ui/actions/link.tsx';
import iconButtonStyles from '#ui/actions/icon-button.module.css';

/** The right end of Home's header: the profile, or Sign In and Sign Up. Empty until the session is known. */
export function HeaderAccount() {
  const session = useSession();
  if (session.status === 'signed-out') return <SignInButtons />;
  if (session.status === 'loading') return null;
  const { id, name, profileImage } = session.user;
  return (
    <Link className={iconButtonStyles.iconButton} href="/profile" aria-label={t('app.nav.profile')}>
      <Avatar id={id} name={name} photo={profileImage} size="xs" />
    </Link>
  );
}
