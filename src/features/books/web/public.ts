/**
 * Parts of listings for other features and the app, all in the first script. The app imports pages with their
 * own chunks directly.
 */
export { BookCard } from './book-card.tsx';
export { HomePage } from './home-page.tsx';
export { invalidateBooks } from './invalidate-books.ts';
export { useChangedBooks } from './use-changed-books.ts';
export { useLiveBooks } from './use-live-books.ts';
export { findBookInLists, findCachedBook, bookListQuery, bookQuery, absentBook } from './book-queries.ts';
