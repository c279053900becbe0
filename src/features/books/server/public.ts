/** What other features may use of listings on the server. */
export type { BookPrices } from './book-prices.ts';
export { BOOK_COLUMNS_SQL, type BookRecord, toBook } from './book-row.ts';
export { titleForOthers } from './title-for-others.ts';
export { bookChanged, type BookHook } from './book-events.ts';
export { enqueueAvailableBook, handleAvailableBooks } from './availability/enqueue-available-book.ts';
export { insertBook } from './create-book.ts';
export { changeBook } from './edit-book.ts';
export { permanentlyDeleteBooks } from './permanently-delete-books.ts';
export { readSearchWords } from './search/read-search-words.ts';
export { isAvailableSql, isListedSql } from './expiry/listing-period.ts';
export { setBoost } from './set-boost.ts';
export { lockBook, setReservation } from './availability/lock-book.ts';
