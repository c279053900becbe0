import { useEffect } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';

/** Whenever it becomes known who is here, or something about them changes: a browser that is woken for messages is theirs. */
export function useConfirmedDevice(): void {
  const session = useSession();
  const transport = useTransport();
  const user = session.status === 'signed-in' ? session.user : null;
  useEffect(() => {
    if (user === null || globalThis.Notification?.permission !== 'granted') return;
    // What does not work now does when a page is next opened.
    import('./push-subscription.ts')
      .then(({ refreshPushSubscription }) => refreshPushSubscription(transport))
      .catch(() => {});
  }, [user, transport]);
}
