import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Benefits, type Offer, PriceLine } from '../offer.tsx';
import { paymentProviderQuery } from '../payment-queries.ts';
import { TestModeStrip } from '../test-mode-strip.tsx';

type PurchaseDialogProps = {
  offer: Offer;
  open: boolean;
  onClose: () => void;
  /** The listing, or the title of the offer. */
  subject: ReactNode;
  /** The payment page: only its content security policy admits the provider's script. */
  href: string;
};

/** A short offer in a dialog over the current page. */
export function PurchaseDialog({ offer, open, onClose, subject, href }: PurchaseDialogProps) {
  const { data: provider } = useQuery({ ...paymentProviderQuery(useTransport()), enabled: open });
  return (
    <Dialog open={open} onClose={onClose} closable title={offer.title}>
      <TestModeStrip provider={provider} />
      {provider === null ? (
        <p>{t('payments.dialog.unavailable')}</p>
      ) : (
        <>
          {subject}
          <Benefits offer={offer} />
          <PriceLine offer={offer} />
          <LinkButton href={href} wide size="tall" variant={offer.type === 'boost' ? 'boost' : 'primary'}>
            {t('payments.dialog.continue')}
          </LinkButton>
        </>
      )}
    </Dialog>
  );
}
