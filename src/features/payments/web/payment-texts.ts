import { formatMoney } from '#platform/shared/money.ts';
import type { ToastOptions } from '#ui/overlays/toaster.tsx';
import type { Payment } from '../contract.ts';
import type { Offer, OffersByType } from './offer.tsx';

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
        description: `We refunded ${formatMoney(payment.amount)} to your card.`,
      };
    case 'failed':
    case 'canceled':
      return failed(offer, payment.lastError ?? "The payment wasn't completed. You haven't been charged.");
    case 'pending':
      if (payment.processing) return processing;
      return payment.lastError === null ? null : failed(offer, payment.lastError);
  }
}

/** Some ways to pay take days. */
const processing: ToastOptions = {
  title: 'Your payment is being processed',
  description: "This can take a few days. Don't pay again. We'll let you know here when it's complete.",
  icon: 'clock',
};

const failed = (offer: Offer, description: string): ToastOptions => ({
  variant: 'destructive',
  title: offer.failed,
  description,
});

const statuses: Record<Payment['status'], string> = {
  pending: 'Not completed',
  succeeded: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
  refunded: 'Refunded',
  disputed: 'Disputed',
};

/** How a payment stands, in words. */
export function paymentStatusLabel({ status, refundReason, processing }: Payment): string {
  if (status === 'succeeded' && refundReason !== null) return 'Being refunded';
  return status === 'pending' && processing ? 'Processing' : statuses[status];
}

/** 'visa' → 'Visa' */
export const cardBrandLabel = (brand: string): string =>
  ({ visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' })[brand] ??
  brand.charAt(0).toUpperCase() + brand.slice(1);
