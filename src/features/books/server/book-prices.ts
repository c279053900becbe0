import type { ReadableDatabase, Transaction } from '#platform/server/database/database.ts';
import type { Book } from '../contract.ts';
import type { PriceCut } from '../price-cut.ts';
import type { BookRecord } from './book-row.ts';

/** A locked listing. */
type PricedListing = PriceCut & { id: string; price: number; createdAt: Date };

/** What listings need of the feature of prices, which lies above them and compares them with sales. */
export type BookPrices = {
  /** Converts the rows of a page to their API form. The ratings of all prices take one statement. */
  toBooks(from: ReadableDatabase | Transaction, rows: readonly BookRecord[], now: Date): Promise<Book[]>;
  /** Records a price in the transaction that writes it, and returns what the listing then stores. */
  trackPrice(
    tx: Transaction,
    former: PricedListing,
    price: number | undefined,
    now: Date,
  ): Promise<Partial<PriceCut>>;
  /** SQL of what a listing (alias `book`) cost for a user who has known it since a time, or null. */
  previousPriceSince(book: string, times: { since: string; now: string }): string;
};
