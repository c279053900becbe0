import { readFileSync } from 'node:fs';
import type { MarketPrices } from '#platform/shared/market/market.ts';
import { toDemoPrice } from './demo-price.ts';
import type { Condition } from '#features/books/rules.ts';

export type DemoListing = {
  isbn: string;
  title: string;
  author: string;
  subject: string;
  condition: Condition;
  price: number;
  /** Names of files in photos/. */
  photos: string[];
  description: string | null;
};

/** The listings of listings.tsv, in the order of their subjects. */
export function readListings(prices: Pick<MarketPrices, 'step'>): DemoListing[] {
  const [, ...lines] = readFileSync(new URL('listings.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [isbn, title, author, subject, condition, dollars, photos, description] = line.split('\t');
    return {
      isbn: isbn!,
      title: title!,
      author: author!,
      subject: subject!,
      condition: condition as Condition,
      price: toDemoPrice(Math.round(Number(dollars) * 100), prices),
      photos: photos ? photos.split(' ') : [],
      description: description || null,
    };
  });
}
