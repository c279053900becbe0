import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { conditions } from '#features/books/rules.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { priceGuidanceQuery } from './price-queries.ts';
import { SimilarCopies } from './similar-copies.tsx';

type WithPriceBandProps = {
  book: { id: string; isbn: string | null; condition: string };
  /** `band`: what other copies of the book cost, in cents and in words; null: nothing is known of them. */
  children: (band: { median: number; text: ReactNode } | null) => ReactNode;
};

/** Renders what depends on the price of other copies of a book. */
export function WithPriceBand({ book, children }: WithPriceBandProps) {
  const condition = conditions.find((known) => known === book.condition) ?? 'Good';
  const compared = { isbn: book.isbn ?? '', condition, bookId: book.id };
  const query = priceGuidanceQuery(useTransport(), compared);
  const { data: band } = useQuery({ ...query, enabled: book.isbn !== null });
  return children(band ? { median: band.median, text: <SimilarCopies band={band} /> } : null);
}
