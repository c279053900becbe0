import { ApiError } from '#platform/web/transport.ts';
import { loadClerk } from './load-clerk.ts';

/** Clerk's error for a password that it rejects. */
type Refusal = { status?: number; errors?: { code: string; message: string; longMessage?: string }[] };

/** Clerk uses both codes for a wrong current password. */
const wrong = ['form_password_incorrect', 'form_password_validation_failed'];

/**
 * Changes the password at Clerk and ends the other sessions there. Throws ApiErrors, like the embedded
 * provider.
 */
export async function changeClerkPassword(
  publishableKey: string,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { user } = await loadClerk(publishableKey);
  if (!user?.passwordEnabled) {
    const detail = 'Your account has no password because you sign in with another service.';
    throw new ApiError(409, { code: 'identity-managed-elsewhere', detail });
  }
  try {
    await user.updatePassword({ currentPassword, newPassword, signOutOfOtherSessions: true });
  } catch (error) {
    const { status = 0, errors: [problem] = [] } = error as Refusal;
    if (problem === undefined) throw error;
    if (wrong.includes(problem.code))
      throw new ApiError(403, { code: 'invalid-current-password', detail: 'Current password is incorrect' });
    throw new ApiError(status, { code: problem.code, detail: problem.longMessage ?? problem.message });
  }
}
