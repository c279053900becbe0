import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { conditions } from '#features/books/rules.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { priceGuidanceQuery } from './price-queries.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import type { PriceGuidance } from '../contract.ts';

type WithPriceBandProps = {
  book: { id: string; isbn: string | null; condition: string };
  /** `band`: what other copies of the book cost, as an amount and in words; null: nothing is known of them. */
  children: (band: { median: number; text: ReactNode } | null) => ReactNode;
};

export function WithPriceBand({ book, children }: WithPriceBandProps) {
  const condition = conditions.find((known) => known === book.condition) ?? 'Good';
  const compared = { isbn: book.isbn ?? '', condition, bookId: book.id };
  const query = priceGuidanceQuery(useTransport(), compared);
  const { data: band } = useQuery({ ...query, enabled: book.isbn !== null });
  return children(band ? { median: band.median, text: <SimilarCopies band={band} /> } : null);
}

/** 'Similar copies here: $18.00–$26.00, from 6 sales' */
export const SimilarCopies = ({ band }: { band: PriceGuidance }) =>
  rich(band.basis === 'sold' ? 'prices.band.sold' : 'prices.band.listed', {
    low: formatMoney(band.low),
    high: formatMoney(band.high),
    count: band.sampleSize,
    b: (prices) => <b>{prices}</b>,
  });
