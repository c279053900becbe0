import { SignInButtons, useSession } from '#features/accounts/web/public.ts';
import { IconLink } from '#ui/icon-button.tsx';

/** The right end of Home's bar: the profile, or the two ways in. Nothing until it is known which. */
export function HeaderIdentity() {
  const session = useSession();
  if (session.status === 'signed-in') return <IconLink icon="profile" label="Profile" href="/profile" />;
  if (session.status === 'signed-out') return <SignInButtons />;
  return null;
}
