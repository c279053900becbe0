import { formatMoney } from '#platform/shared/money.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { priceOf, type PurchaseType } from '../rules.ts';
import linesStyles from '#ui/layout/lines.module.css';
import shared from '#ui/shared.module.css';
import styles from './offer.module.css';

type OfferText = { title: string; description: string };

/** The texts about a purchase, for its page, its dialog, toasts and receipts: of the feature that sells it. */
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
export const formatOfferPrice = ({ type }: Offer): string =>
  formatMoney(priceOf(type, currentLocale().prices));

export type OffersByType = Record<PurchaseType, () => Offer>;

/** What one gets, line by line. */
export function Benefits({ offer }: { offer: Offer }) {
  return (
    <ul className={linesStyles.checks}>
      {offer.benefits.map((benefit) => (
        <li key={benefit}>
          <Icon name="check" />
          <span>{benefit}</span>
        </li>
      ))}
    </ul>
  );
}

/** 'Boost, 72 hours one-time $2.99' */
export function PriceLine({ offer }: { offer: Offer }) {
  return (
    <div className={styles.line}>
      <span>
        {offer.item} <span className={shared.soft}>{offer.term}</span>
      </span>
      <b className={shared.amount}>{formatOfferPrice(offer)}</b>
    </div>
  );
}
