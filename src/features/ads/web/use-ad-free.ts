import { useEffect } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import { isAdFree } from '#features/subscriptions/rules.ts';
import { useNow } from '#platform/web/now.tsx';
import { AD_FREE_CLASS, AD_FREE_UNTIL_KEY } from '../rules.ts';

/** Whether the user is ad-free; null while the session is unknown. */
export function useAdFree(): boolean | null {
  const session = useSession();
  const now = useNow();
  if (session.status === 'loading') return null;
  return session.status === 'signed-in' && isAdFree(session.user, now);
}

/** Stores the end of the ad-free time on the device, for the first paint of the next document. Used once. */
export function usePersistAdFree(): void {
  const session = useSession();
  const adFree = useAdFree();
  const until = session.status === 'signed-in' ? session.user.subscriptionExpiresAt : null;
  useEffect(() => {
    if (adFree === null) return;
    document.documentElement.classList.toggle(AD_FREE_CLASS, adFree);
    try {
      if (adFree) localStorage.setItem(AD_FREE_UNTIL_KEY, until!);
      else localStorage.removeItem(AD_FREE_UNTIL_KEY);
    } catch {
      // The empty slot stands until the session is known if there is no storage.
    }
  }, [adFree, until]);
}
