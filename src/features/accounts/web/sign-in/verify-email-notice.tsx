import { Button } from '#ui/actions/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { List } from '#ui/layout/list.tsx';
import type { CurrentUser } from '../../contract.ts';
import { useIdentityConfig } from '../session/session-context.tsx';
import { useSendVerification } from './use-send-verification.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';

/** Asks a user with an unverified email to verify it. Empty for other users. */
export function VerifyEmailNotice({ user }: { user: CurrentUser }) {
  const identity = useIdentityConfig();
  const { mutate: send, isPending } = useSendVerification(user);
  if (user.emailVerified || identity.kind !== 'embedded') return null;
  return (
    <List>
      <div className={listStyles.item}>
        <Icon name="mail" />
        <span className={shared.grow}>
          Confirm your email
          <span className={cx(shared.tiny, shared.soft, shared.block)}>
            Open the link we sent to {user.email}.
          </span>
        </span>
        <Button variant="text" size="slim" busy={isPending} onClick={() => send()}>
          Send again
        </Button>
      </div>
    </List>
  );
}
