import { useNow } from '#platform/web/now.tsx';
import { useSession } from '../session/session-context.tsx';

/** The end of the pause of the current user; null while they are not paused, and until that is known. */
export function usePause(): string | null {
  const session = useSession();
  const now = useNow();
  if (session.status !== 'signed-in') return null;
  const { pausedUntil } = session.user;
  return pausedUntil !== null && new Date(pausedUntil) > now ? pausedUntil : null;
}
