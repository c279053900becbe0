import { useLocation } from 'wouter';
import { storePendingIntent, useSession } from '#features/accounts/web/public.ts';
import { useRemoveAdsDialog } from '#features/subscriptions/web/public.ts';

/** In the corner of an advertisement: the way out of all of them. Who is not signed in does that first. */
export function RemoveAds() {
  const session = useSession();
  const [, navigate] = useLocation();
  const { show, busy, dialog } = useRemoveAdsDialog();
  const press = () => {
    if (session.status === 'signed-in') return busy ? undefined : void show();
    storePendingIntent({ kind: 'route', path: '/subscribe' });
    navigate('/sign-in');
  };
  return (
    <>
      <button type="button" className="ad-corner" aria-busy={busy || undefined} onClick={press}>
        Remove ads
      </button>
      {dialog}
    </>
  );
}
