import { useLocation } from 'wouter';

/** The state of a link to where something is paid: the screen that it stands on. */
export function useReturnState() {
  const [from] = useLocation();
  return { from };
}

/**
 * Leaves the payment page for the profile and replaces its history entry. A user who came from the profile
 * returns to that entry: with two in a row the Back button would seem to do nothing.
 */
export function useReturnToProfile(): (search?: string) => void {
  const [, navigate] = useLocation();
  return (search = '') => {
    const go = (state: unknown) => navigate(`/profile${search}`, { replace: true, state });
    if ((history.state as { from?: string } | null)?.from !== '/profile') return go(null);
    // Runs before the page renders, so that it gets the parameters and the entry's state.
    addEventListener('popstate', () => go(history.state), { once: true, capture: true });
    history.back();
  };
}
