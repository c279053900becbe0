import { useEffect } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';

/** Registers this browser's push subscription for the current user, whenever the user changes. */
export function useConfirmedDevice(): void {
  const session = useSession();
  const transport = useTransport();
  const user = session.status === 'signed-in' ? session.user : null;
  useEffect(() => {
    if (user === null || globalThis.Notification?.permission !== 'granted') return;
    // A failure is retried when a page is next opened.
    import('./push-subscription.ts')
      .then(({ refreshPushSubscription }) => refreshPushSubscription(transport))
      .catch(() => {});
  }, [user, transport]);
}
