import { type Offer, formatOfferPrice } from './offer.ts';

/** 'Boost, 72 hours one-time $2.99' */
export function PriceLine({ offer }: { offer: Offer }) {
  return (
    <div className="receipt">
      <span>
        {offer.item} <span className="soft">{offer.term}</span>
      </span>
      <b className="big">{formatOfferPrice(offer)}</b>
    </div>
  );
}
