import { type ComponentType, useState } from 'react';
import { useLocation } from 'wouter';
import { storePendingIntent, useSession } from '#features/accounts/web/public.ts';
import styles from './remove-ads-button.module.css';

type Dialog = ComponentType<{ open: boolean; onClose: () => void }>;

/**
 * Opens the offer of ad-free access, from the corner of an advertisement; signed-out users sign in first. The
 * dialog loads when it is opened, because every Home has the button. If it fails to load, the page of the
 * offer opens.
 */
export function RemoveAdsButton() {
  const session = useSession();
  const [, navigate] = useLocation();
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const [open, setOpen] = useState(false);
  const openOffer = async () => {
    const { RemoveAdsDialog } = await import('#features/subscriptions/web/lazy.ts');
    setDialog(() => RemoveAdsDialog);
    setOpen(true);
  };
  const press = () => {
    if (session.status === 'signed-in') return void openOffer().catch(() => navigate('/subscribe'));
    storePendingIntent({ kind: 'route', path: '/subscribe' });
    navigate('/sign-in');
  };
  return (
    <>
      <button type="button" className={styles.button} onClick={press}>
        Remove ads
      </button>
      {Dialog && <Dialog open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
