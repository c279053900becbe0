import { PurchaseDialog } from '#features/payments/web/lazy.ts';
import { t } from '#platform/shared/texts/t.ts';
import { adFreeOffer } from './ad-free-offer.ts';
import shared from '#ui/shared.module.css';

export function RemoveAdsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <PurchaseDialog
      offer={adFreeOffer()}
      open={open}
      onClose={onClose}
      subject={
        <p>
          <b className={shared.serif}>{t('subscriptions.premium.name')}</b>
        </p>
      }
      href="/subscribe"
    />
  );
}
