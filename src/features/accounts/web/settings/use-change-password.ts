import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { IdentityEndpoints } from '../../contract.ts';
import { useIdentityConfig } from '../session/session-context.tsx';

type Passwords = { currentPassword: string; newPassword: string };

/** Changes the password at its provider: the embedded one, or Clerk. */
export function useChangePassword(): (passwords: Passwords) => Promise<void> {
  const identity = useIdentityConfig();
  const transport = useTransport();
  return async (passwords) => {
    if (identity.kind === 'clerk') {
      const { changeClerkPassword } = await import('../clerk/change-clerk-password.ts');
      await changeClerkPassword(identity.publishableKey, passwords);
    } else {
      await createApiClient<IdentityEndpoints>(transport).call('POST /api/auth/change-password', {
        body: passwords,
      });
    }
  };
}
