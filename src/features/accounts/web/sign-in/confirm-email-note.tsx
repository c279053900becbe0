import type { ReactNode } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { CurrentUser } from '../../contract.ts';
import { useIdentityConfig, useSession } from '../session/session-context.tsx';
import { useSendVerification } from './use-send-verification.ts';
import shared from '#ui/shared.module.css';

/** The current user if their email is not confirmed; null until that is known. */
export function useUnconfirmedUser(): CurrentUser | null {
  const session = useSession();
  return session.status === 'signed-in' && session.isKnown && !session.user.emailVerified
    ? session.user
    : null;
}

/** Says what needs a confirmed email, and sends the link again. Empty for users who have confirmed theirs. */
export function ConfirmEmailNote({ children }: { children: ReactNode }) {
  const user = useUnconfirmedUser();
  return user && <Note user={user}>{children}</Note>;
}

function Note({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const isOwnIdentity = useIdentityConfig().kind === 'embedded';
  const { mutate: send, isPending } = useSendVerification(user);
  return (
    <InlineAlert tone="warning" icon="mail" small>
      {children}
      {isOwnIdentity && (
        <>
          <span className={shared.block}>Open the link we sent to {user.email}.</span>
          <Button variant="text" size="slim" busy={isPending} onClick={() => send()}>
            Send the link again
          </Button>
        </>
      )}
    </InlineAlert>
  );
}
