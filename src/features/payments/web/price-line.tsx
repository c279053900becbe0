import { type Offer, formatOfferPrice } from './offer.ts';
import shared from '#ui/shared.module.css';
import styles from './price-line.module.css';

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
