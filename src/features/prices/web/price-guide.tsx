import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toIsbn13 } from '#features/books/isbn.ts';
import { conditions } from '#features/books/rules.ts';
import { formatMoney, formatMoneyInput } from '#platform/shared/money.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import type { PriceGuidance } from '../contract.ts';
import { priceGuidanceQuery } from './price-queries.ts';
import { SimilarCopies } from './with-price-band.tsx';
import shared from '#ui/shared.module.css';
import styles from './price-guide.module.css';

type PriceGuideProps = {
  /** The ISBN as typed. */
  isbn: string;
  /** '' where none was chosen. */
  condition: string;
  /** As typed. */
  price: string;
  /** The listing that is edited. */
  bookId?: string | undefined;
  onUse: (price: string) => void;
};

/** What similar copies cost. Its place is there before a condition is chosen, so that nothing moves then. */
export function PriceGuide({ isbn, condition, bookId, ...field }: PriceGuideProps) {
  const isbn13 = toIsbn13(isbn);
  const chosen = conditions.find((known) => known === condition);
  const { data: band } = useQuery({
    ...priceGuidanceQuery(useTransport(), { isbn: isbn13 ?? '', condition: chosen ?? 'Good', bookId }),
    enabled: isbn13 !== null,
  });
  if (isbn13 === null || !band) return null;
  return chosen === undefined ? (
    <div className={styles.guide}>
      <p className={shared.small}>{t('prices.guide.choose-condition')}</p>
    </div>
  ) : (
    <Band band={band} {...field} />
  );
}

function Band({ band, price, onUse }: { band: PriceGuidance } & Pick<PriceGuideProps, 'price' | 'onUse'>) {
  /** What the button has replaced, until the price is changed by hand. */
  const [replaced, setReplaced] = useState<{ by: string; former: string } | null>(null);
  const median = formatMoneyInput(band.median);
  const canUndo = replaced !== null && replaced.by === price;
  const press = () => {
    setReplaced(canUndo ? null : { by: median, former: price });
    onUse(canUndo ? replaced.former : median);
  };
  return (
    <div className={styles.guide}>
      <BandBar band={band} />
      <div className={shared.row}>
        <span className={shared.small}>
          <SimilarCopies band={band} />
        </span>
        <Button variant="soft-green" size="slim" onClick={press}>
          {canUndo ? t('prices.guide.undo') : t('prices.guide.use', { price: formatMoney(band.median) })}
        </Button>
      </div>
      <span className={shared.visuallyHidden} role="status">
        {canUndo && t('prices.guide.used', { price: formatMoney(band.median) })}
      </span>
    </div>
  );
}

const BAR = { low: 84, width: 152 };

/** Where in the band its middle lies. */
function BandBar({ band: { low, median, high } }: { band: PriceGuidance }) {
  const share = high === low ? 0.5 : (median - low) / (high - low);
  return (
    <svg viewBox="0 0 320 20" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.track} y="8" width="320" height="4" rx="2" />
      <rect className={styles.span} x={BAR.low} y="6" width={BAR.width} height="8" rx="4" />
      <rect
        className={styles.middle}
        x={BAR.low + share * BAR.width - 2}
        y="2"
        width="4"
        height="16"
        rx="2"
      />
    </svg>
  );
}
