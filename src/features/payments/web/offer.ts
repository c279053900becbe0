import { formatPrice } from '#platform/shared/money.ts';
import { priceList, type PurchaseType } from '../rules.ts';

type OfferText = { title: string; description: string };

/**
 * The texts about a purchase, for its page, its dialog, toasts and receipts. The feature that sells it
 * provides them.
 */
export type Offer = {
  type: PurchaseType;
  title: string;
  benefits: readonly string[];
  /** The text of the line with the price: 'Boost, 72 hours' and 'one-time'. */
  item: string;
  term: string;
  /** The text on its receipt: 'Ad-free, 1 month'. */
  bought: string;
  /** The button that pays. */
  pay: (price: string) => string;
  paid: OfferText;
  /** The payment is refunded automatically. */
  sentBack: OfferText;
  /** The title of a toast; the provider's words stand below it. */
  failed: string;
  /** The payment could not be started. */
  notBegun: string;
};

/** '$2.99' */
export const formatOfferPrice = ({ type }: Offer): string => formatPrice(priceList[type]);
