import { useMutation } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failsAs } from '#platform/web/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { CurrentUser, EmailLinkEndpoints } from '../../contract.ts';

/** Emails the link that verifies the email of the user, and says so. */
export function useSendVerification({ email }: Pick<CurrentUser, 'email'>) {
  const transport = useTransport();
  return useMutation({
    mutationFn: () => apiClient<EmailLinkEndpoints>(transport).call('POST /api/auth/send-verification-email'),
    onSuccess: () => toast({ title: 'Email sent', description: `Open the link we sent to ${email}.` }),
    meta: failsAs('Something went wrong'),
  });
}
