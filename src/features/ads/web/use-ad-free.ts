import { useEffect } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import { isAdFree } from '#features/subscriptions/rules.ts';
import { useNow } from '#platform/web/now.tsx';
import { adFreeClass, adFreeUntilKey } from '../rules.ts';

/** Whether the person sees no advertisements; null while it is not known who is here. */
export function useAdFree(): boolean | null {
  const session = useSession();
  const now = useNow();
  if (session.status === 'loading') return null;
  return session.status === 'signed-in' && isAdFree(session.user, now);
}

/** Keeps on the device what the next document has to know before it is first painted. Once in the app. */
export function usePersistAdFree(): void {
  const session = useSession();
  const adFree = useAdFree();
  const until = session.status === 'signed-in' ? session.user.subscriptionExpiresAt : null;
  useEffect(() => {
    if (adFree === null) return;
    document.documentElement.classList.toggle(adFreeClass, adFree);
    try {
      if (adFree) localStorage.setItem(adFreeUntilKey, until!);
      else localStorage.removeItem(adFreeUntilKey);
    } catch {
      // A browser that keeps nothing shows the empty slot until it is known who is here.
    }
  }, [adFree, until]);
}
