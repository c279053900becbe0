import { useState } from 'react';
import { useLocation } from 'wouter';
import { storePendingIntent, useSession } from '#features/accounts/web/public.ts';
import { RemoveAdsDialog } from '#features/subscriptions/web/lazy.ts';

/** Opens the offer of ad-free access, from the corner of an advertisement; signed-out users sign in first. */
export function RemoveAdsButton() {
  const session = useSession();
  const [, navigate] = useLocation();
  const [open, setOpen] = useState(false);
  const press = () => {
    if (session.status === 'signed-in') return setOpen(true);
    storePendingIntent({ kind: 'route', path: '/subscribe' });
    navigate('/sign-in');
  };
  return (
    <>
      <button type="button" className="ad-corner" onClick={press}>
        Remove ads
      </button>
      <RemoveAdsDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}
