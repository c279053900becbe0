import { formatPrice } from '#platform/shared/money.ts';
import type { ToastOptions } from '#ui/overlays/toaster.tsx';
import type { Payment } from '../contract.ts';
import type { PurchaseType } from '../rules.ts';
import type { Offer } from './offer.ts';

export type OffersByType = Record<PurchaseType, Offer>;

/** The toast with a payment's result; null if there is no result yet. */
export function paymentToast(payment: Payment, offers: OffersByType): ToastOptions | null {
  const offer = offers[payment.type];
  // The refund is certain, whether or not the provider has sent it.
  if (payment.refundReason !== null) return offer.sentBack;
  switch (payment.status) {
    case 'succeeded':
    case 'disputed':
      return offer.paid;
    case 'refunded':
      return {
        title: 'Payment refunded',
        description: `${formatPrice(payment.amount)} was sent back to your card.`,
      };
    case 'failed':
    case 'canceled':
      return failed(offer, payment.lastError ?? 'The payment was not completed. You have not been charged.');
    case 'pending':
      if (payment.processing) return processing;
      return payment.lastError === null ? null : failed(offer, payment.lastError);
  }
}

/** Some ways to pay take days. */
const processing: ToastOptions = {
  title: 'Your payment is being processed',
  description: 'That can take a few days. Do not pay again: you are told here when it has arrived.',
  icon: 'clock',
};

const failed = (offer: Offer, description: string): ToastOptions => ({
  variant: 'destructive',
  title: offer.failed,
  description,
});
