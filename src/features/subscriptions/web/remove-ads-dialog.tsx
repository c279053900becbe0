import { PurchaseDialog } from '#features/payments/web/lazy.ts';
import { adFreeOffer } from './ad-free-offer.ts';
import shared from '#ui/shared.module.css';

export function RemoveAdsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <PurchaseDialog
      offer={adFreeOffer}
      open={open}
      onClose={onClose}
      subject={
        <p>
          <b className={shared.serif}>BookSwap Premium</b>
        </p>
      }
      href="/subscribe"
    />
  );
}
