import { apiClient } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import type { AccountEndpoints, CurrentUser, ProfileUpdate } from '../../contract.ts';
import { useSessionActions } from '../session/session-context.tsx';

/** Saves the profile. */
export function useSaveProfile(): (body: ProfileUpdate) => Promise<CurrentUser> {
  const api = apiClient<AccountEndpoints>(useTransport());
  const { update } = useSessionActions();
  return async (body) => {
    const user = await api.call('PATCH /api/users/me', { body });
    await update(user);
    return user;
  };
}

/** Shows an error that belongs to no field. */
export function showSaveError(error: unknown): void {
  if (error instanceof ApiError) showErrorToast(error.detail);
  else showErrorToast("Your changes weren't saved. Please try again.", 'No connection');
}
