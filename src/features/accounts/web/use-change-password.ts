import { client } from '#platform/shared/contract.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { IdentityCalls } from '../contract.ts';
import { useIdentity } from './session-context.tsx';

export type Passwords = { currentPassword: string; newPassword: string };

/** Changes the password where it is kept: here, or at Clerk. */
export function useChangePassword(): (passwords: Passwords) => Promise<void> {
  const identity = useIdentity();
  const transport = useTransport();
  return async (passwords) => {
    if (identity.kind === 'clerk') {
      const { changeClerkPassword } = await import('./clerk/change-clerk-password.ts');
      await changeClerkPassword(identity.publishableKey, passwords);
    } else {
      await client<IdentityCalls>(transport).call('POST /api/auth/change-password', { body: passwords });
    }
  };
}
