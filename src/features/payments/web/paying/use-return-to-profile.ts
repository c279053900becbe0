import { useLocation } from 'wouter';

type Origin = { from: string };

/** The state of a link to where something is paid: the screen that it stands on. */
export function useReturnState(): Origin {
  const [from] = useLocation();
  return { from };
}

/**
 * Leads from paying to the profile, in place of this entry of the tab's history. Whoever came from there comes back to the entry that
 * they left: of two in a row the way back would seem dead.
 */
export function useReturnToProfile(): (search?: string) => void {
  const [, navigate] = useLocation();
  return (search = '') => {
    const go = (state: unknown) => navigate(`/profile${search}`, { replace: true, state });
    if ((history.state as Partial<Origin> | null)?.from !== '/profile') return go(null);
    // Before the page is shown, so that it knows what it is to tell; with what its entry has kept.
    addEventListener('popstate', () => go(history.state), { once: true, capture: true });
    history.back();
  };
}
