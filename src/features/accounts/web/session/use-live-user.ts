import { useLiveMessage } from '#features/live/web/public.ts';
import { useSessionActions } from './session-context.tsx';

/** Fetches the current user again after a change, or when the socket may have missed one. */
export function useLiveUser(): void {
  const { update } = useSessionActions();
  useLiveMessage('user', () => void update());
  useLiveMessage('missed', () => void update());
}
