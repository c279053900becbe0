import type { Payment } from '../contract.ts';
import type { OffersByType } from './payment-toasts.ts';

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

/** 'Boost, 72 hours', 'Ad-free, 1 month'. */
export const purchaseLabel = (payment: Payment, offers: OffersByType): string => offers[payment.type].bought;

/** 'visa' → 'Visa' */
export const cardBrandLabel = (brand: string): string =>
  ({ visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' })[brand] ??
  brand.charAt(0).toUpperCase() + brand.slice(1);
