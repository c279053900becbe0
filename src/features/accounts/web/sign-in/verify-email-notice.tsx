import { Button } from '#ui/actions/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { List } from '#ui/layout/list.tsx';
import type { CurrentUser } from '../../contract.ts';
import { useIdentityConfig } from '../session/session-context.tsx';
import { useSendVerification } from './use-send-verification.ts';

/** Asks a user with an unverified email to verify it. Empty for other users. */
export function VerifyEmailNotice({ user }: { user: CurrentUser }) {
  const identity = useIdentityConfig();
  const { mutate: send, isPending } = useSendVerification(user);
  if (user.emailVerified || identity.kind !== 'embedded') return null;
  return (
    <List>
      <div className="item">
        <Icon name="mail" />
        <span className="grow">
          Confirm your email
          <span className="tiny soft block">Open the link we sent to {user.email}.</span>
        </span>
        <Button variant="text" size="slim" busy={isPending} onClick={() => send()}>
          Send again
        </Button>
      </div>
    </List>
  );
}
