/** What other features may use of listings on the server. */
export { BOOK_COLUMNS_SQL, type BookRecord, toBook } from './book-row.ts';
export { LOWER_PRICE_QUEUE, type LowerPriceJob } from './prices/enqueue-lower-price.ts';
export { findPriceBand } from './prices/find-price-band.ts';
export { lastPriceChange, previousPriceSince } from './prices/previous-price-since.ts';
export { hasTitleSinceSql } from './title-since.ts';
export { titleForOthers } from './title-for-others.ts';
export { toBooks } from './prices/to-books.ts';
export { toIsbn13 } from '../isbn.ts';
export { searchWords } from './search/search-rules.ts';
export { bookChanged, type BookHook } from './book-events.ts';
export {
  AVAILABLE_BOOK_QUEUE,
  type AvailableBookJob,
  enqueueAvailableBook,
} from './availability/enqueue-available-book.ts';
export { insertBook } from './create-book.ts';
export { changeBook } from './edit-book.ts';
export type { DelistedBook } from './availability/delist-books.ts';
export { permanentlyDeleteBooks } from './permanently-delete-books.ts';
export { readSearchWords } from './search/read-search-words.ts';
export { isAvailableAt, isAvailableSql, isListed, isListedSql } from './expiry/listing-period.ts';
export { lockForBoost, setBoost } from './set-boost.ts';
export { lockOwnBook } from './lock-own-book.ts';
export { lockBook, type LockedBook, setReservation } from './availability/set-reservation.ts';
