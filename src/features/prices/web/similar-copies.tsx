import { formatPrice } from '#platform/shared/money.ts';
import type { PriceGuidance } from '../contract.ts';
import { describeBasis } from '../rules.ts';

/** 'Similar copies here: $18.00–$26.00, from 6 sales' */
export const SimilarCopies = ({ band }: { band: PriceGuidance }) => (
  <>
    Similar copies here:{' '}
    <b>
      {formatPrice(band.low)}–{formatPrice(band.high)}
    </b>
    {`, ${describeBasis(band)}`}
  </>
);
