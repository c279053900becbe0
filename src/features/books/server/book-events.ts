import type { ServerContext } from '#platform/server/server-context.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { BookWorks } from './works/book-works.ts';
import type { BookPrices } from './book-prices.ts';
import { defineTopic } from '#platform/server/events/event-bus.ts';

/** A listing is new, or something that its readers see has changed. */
export const bookChanged = defineTopic<{ bookId: string; sellerId: string }>('book-changed');

/**
 * What a transaction does to a listing. 'available': it was sold. 'forbidden': hidden, and nobody is to get it.
 * 'restored': its deletion is undone.
 */
type ListingTransition = {
  bookId: string;
  kind: 'edited' | 'sold' | 'available' | 'forbidden' | 'deleted' | 'restored';
};

/** Runs in the transaction that changes a listing, after its row is locked and changed. */
export type BookHook = (tx: Transaction, transition: ListingTransition, now: Date) => Promise<void>;

/** Asks the team about a new listing that waits. Its seller's listings are locked in the transaction. */
export type FirstListingHook = (
  tx: Transaction,
  listing: { bookId: string; sellerId: string },
  now: Date,
) => Promise<void>;

/** Services of the actions on listings. Each publishes `bookChanged`, so that no transport can forget it. */
export type BookContext = Pick<ServerContext, 'database' | 'events'> & {
  jobs: Pick<ServerContext['jobs'], 'enqueue'>;
  /** Days that a new or renewed listing stays active. */
  listingDays: number;
  bookHook: BookHook;
  /** Null: the first listing of an account waits for nobody. */
  firstListingHook: FirstListingHook | null;
  works: Pick<BookWorks, 'recognize' | 'assign'>;
  prices: Pick<BookPrices, 'toBooks' | 'trackPrice'>;
};
