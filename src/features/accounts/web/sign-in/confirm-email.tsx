import type { ReactNode } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { List } from '#ui/layout/list.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { CurrentUser, EmailLinkEndpoints } from '../../contract.ts';
import { useIdentityConfig, useSession } from '../session/session-context.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';

/** Emails the link that verifies the email of the user, and says so. */
export function useSendVerification({ email }: Pick<CurrentUser, 'email'>) {
  const transport = useTransport();
  return useSingleMutation({
    mutationFn: () => apiClient<EmailLinkEndpoints>(transport).call('POST /api/auth/send-verification-email'),
    onSuccess: () =>
      toast({
        title: t('accounts.confirm-email.sent'),
        description: t('accounts.confirm-email.open-link', { email }),
      }),
    meta: failsAs(t('ui.error.title')),
  });
}

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
          <span className={shared.block}>{t('accounts.confirm-email.open-link', { email: user.email })}</span>
          <Button variant="text" size="slim" busy={isPending} onClick={() => send()}>
            {t('accounts.confirm-email.send-link-again')}
          </Button>
        </>
      )}
    </InlineAlert>
  );
}

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
          {t('accounts.confirm-email.title')}
          <span className={cx(shared.tiny, shared.soft, shared.block)}>
            {t('accounts.confirm-email.open-link', { email: user.email })}
          </span>
        </span>
        <Button variant="text" size="slim" busy={isPending} onClick={() => send()}>
          {t('accounts.confirm-email.send-again')}
        </Button>
      </div>
    </List>
  );
}
