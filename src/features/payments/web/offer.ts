import { formatPrice } from '#platform/shared/money.ts';
import { priceList, type PurchaseType } from '../rules.ts';

type OfferText = { title: string; description: string };

/** A thing that is sold, in words: on its page, in its dialog, in toasts and on receipts. Written by the feature that sells it. */
export type Offer = {
  type: PurchaseType;
  title: string;
  benefits: readonly string[];
  /** On the line with the price: 'Boost, 72 hours' and 'one-time'. */
  item: string;
  term: string;
  /** On its receipt: 'Ad-free, 1 month'. */
  bought: string;
  /** The button that pays. */
  pay: (price: string) => string;
  paid: OfferText;
  /** The money goes back by itself. */
  sentBack: OfferText;
  /** The title of a toast; the provider's words stand below it. */
  failed: string;
  /** The payment could not even be begun. */
  notBegun: string;
};

/** '$2.99' */
export const priceOf = ({ type }: Offer): string => formatPrice(priceList[type]);
