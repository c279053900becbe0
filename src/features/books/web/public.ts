/**
 * What other features and the app may show of listings, all of it in the first script. What only one page shows, and forms, the
 * app reaches by their own files, in chunks of their own.
 */
export { BookCard } from './book-card.tsx';
export { HomePage } from './home-page.tsx';
export { invalidateBooks } from './invalidate-books.ts';
export { useLiveBooks } from './use-live-books.ts';
export { findBookInLists, bookListQuery, bookQuery, absentBook } from './book-queries.ts';
