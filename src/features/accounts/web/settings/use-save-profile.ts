import { apiClient } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import type { AccountEndpoints, CurrentUser } from '../../contract.ts';
import { useSessionActions } from '../session/session-context.tsx';

type ProfileInput = { name?: string; university?: string | null; profileImage?: string | null };

/** Saves the profile. */
export function useSaveProfile(): (wanted: ProfileInput) => Promise<CurrentUser> {
  const transport = useTransport();
  const { update } = useSessionActions();
  return async (wanted) => {
    const user = await apiClient<AccountEndpoints>(transport).call('PATCH /api/users/me', {
      body: wanted,
    });
    await update(user);
    return user;
  };
}

/** Shows an error that belongs to no field. */
export function showSaveError(error: unknown): void {
  if (error instanceof ApiError) showErrorToast(error.detail);
  else showErrorToast("Your changes weren't saved. Please try again.", 'No connection');
}
