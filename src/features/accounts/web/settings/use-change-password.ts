import { apiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ApiError } from '#platform/web/transport.ts';
import type { IdentityEndpoints } from '../../contract.ts';
import { describePasskeyError } from '../passkeys/describe-passkey-error.ts';
import { withPasskey } from '../passkeys/with-passkey.ts';
import { useIdentityConfig } from '../session/session-context.tsx';

type PasswordChange = { currentPassword: string; newPassword: string; removePasskeys: boolean };

/** The browser's error of a passkey that was not used, as a refusal of the form. */
function throwCanceledPasskey(error: unknown): never {
  if (!(error instanceof Error) || error.name !== 'NotAllowedError') throw error;
  throw new ApiError(403, { code: 'passkey-required', detail: describePasskeyError(error) });
}

/** Changes the password at its provider: the embedded one, or Clerk. */
export function useChangePassword(): (change: PasswordChange) => Promise<void> {
  const identity = useIdentityConfig();
  const transport = useTransport();
  return async (change) => {
    if (identity.kind === 'clerk') {
      const { changeClerkPassword } = await import('../clerk/change-clerk-password.ts');
      await changeClerkPassword(identity.publishableKey, change);
    } else {
      const api = apiClient<IdentityEndpoints>(transport);
      await withPasskey(transport, () => api.call('POST /api/auth/change-password', { body: change })).catch(
        throwCanceledPasskey,
      );
    }
  };
}
