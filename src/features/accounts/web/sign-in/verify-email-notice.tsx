import { useMutation } from '@tanstack/react-query';
import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { List } from '#ui/layout/list.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { IdentityEndpoints, CurrentUser } from '../../contract.ts';
import { useIdentityConfig } from '../session/session-context.tsx';

/** Asks a user with an unverified email to verify it. Empty for other users. */
export function VerifyEmailNotice({ user }: { user: CurrentUser }) {
  const identity = useIdentityConfig();
  const transport = useTransport();
  const { mutate: send, isPending } = useMutation({
    mutationFn: () =>
      createApiClient<IdentityEndpoints>(transport).call('POST /api/auth/send-verification-email'),
    onSuccess: () => toast({ title: 'Email sent', description: `Open the link we sent to ${user.email}.` }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Something went wrong',
        description: error instanceof ApiError ? error.detail : 'Please check your connection and try again.',
      }),
  });
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
