import { useLiveMessage } from '#features/live/web/public.ts';
import { useSessionActions } from './session-context.tsx';

/**
 * Fetches the current user again when the socket says that the user has changed, or that it may have missed
 * that.
 */
export function useLiveUser(): void {
  const { update } = useSessionActions();
  useLiveMessage('user', () => void update());
  useLiveMessage('missed', () => void update());
}
