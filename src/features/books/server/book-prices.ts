import type { ReadableDatabase, Transaction } from '#platform/server/database/database.ts';
import type { Book } from '../contract.ts';
import type { PriceCut } from '../price-cut.ts';
import type { BookRecord } from './book-row.ts';

/** A locked listing. `price`: in cents. */
type PricedListing = PriceCut & { id: string; price: number; createdAt: Date };

/**
 * What listings need of the feature of prices, which lies above them: it compares them with sales. The app
 * passes it to the features that show or change listings.
 */
export type BookPrices = {
  /** Converts the rows of a page to their API form. The ratings of all prices take one statement. */
  toBooks(from: ReadableDatabase | Transaction, rows: readonly BookRecord[], now: Date): Promise<Book[]>;
  /**
   * Records the price that a listing gets, in the transaction that writes it. Returns what the listing then
   * stores. `price`: undefined for an edit that leaves it.
   */
  trackPrice(
    tx: Transaction,
    former: PricedListing,
    price: number | undefined,
    now: Date,
  ): Promise<Partial<PriceCut>>;
  /**
   * SQL of what a listing (alias `book`) cost for a user who has known it since a time: in cents, or null.
   * `since` and `now` are expressions of the statement around it.
   */
  previousPriceSince(book: string, times: { since: string; now: string }): string;
};
