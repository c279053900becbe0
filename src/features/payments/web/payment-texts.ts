import { formatMoney } from '#platform/shared/money.ts';
import { type PlainTextId, t, textId } from '#platform/shared/texts/t.ts';
import type { ToastOptions } from '#ui/overlays/toaster.tsx';
import type { Payment } from '../contract.ts';
import type { Offer, OffersByType } from './offer.tsx';

/** The toast with a payment's result; null if there is no result yet. */
export function paymentToast(payment: Payment, offers: OffersByType): ToastOptions | null {
  const offer = offers[payment.type]();
  // The refund is certain, whether or not the provider has sent it.
  if (payment.refundReason !== null) return offer.sentBack;
  switch (payment.status) {
    case 'succeeded':
    case 'disputed':
      return offer.paid;
    case 'refunded':
      return {
        title: t('payments.toast.refunded-title'),
        description: t('payments.toast.refunded-text', { price: formatMoney(payment.amount) }),
      };
    case 'failed':
    case 'canceled':
      return failed(offer, payment.lastError ?? t('payments.toast.not-completed'));
    case 'pending':
      if (payment.processing) return processing();
      return payment.lastError === null ? null : failed(offer, payment.lastError);
  }
}

/** Some ways to pay take days. */
const processing = (): ToastOptions => ({
  title: t('payments.toast.processing-title'),
  description: t('payments.toast.processing-text'),
  icon: 'clock',
});

const failed = (offer: Offer, description: string): ToastOptions => ({
  variant: 'destructive',
  title: offer.failed,
  description,
});

const STATUSES: Record<Payment['status'], PlainTextId> = {
  pending: textId('payments.status.not-completed'),
  succeeded: textId('payments.status.paid'),
  failed: textId('payments.status.failed'),
  canceled: textId('payments.status.canceled'),
  refunded: textId('payments.status.refunded'),
  disputed: textId('payments.status.disputed'),
};

/** How a payment stands, in words. */
export function paymentStatusLabel({ status, refundReason, processing }: Payment): string {
  if (status === 'succeeded' && refundReason !== null) return t('payments.status.being-refunded');
  return t(status === 'pending' && processing ? 'payments.status.processing' : STATUSES[status]);
}

/** 'visa' → 'Visa' */
export const cardBrandLabel = (brand: string): string =>
  ({ visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' })[brand] ??
  brand.charAt(0).toUpperCase() + brand.slice(1);
