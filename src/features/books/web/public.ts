/** Parts of listings for other features and the app, all in the first script. */
export { BookCard } from './book-card.tsx';
export { BookFeed } from './book-feed.tsx';
export { HomePage } from './home-page.tsx';
export { invalidateBooks, invalidateOwnBook } from './invalidate-books.ts';
export { useChangedBooks, useLiveBooks } from './use-live-books.ts';
export {
  absentBook,
  bookCountQuery,
  bookListQuery,
  bookQuery,
  findBookInLists,
  findCachedBook,
} from './book-queries.ts';
export { isEmptyList, loadEmptyFeed } from './filters/empty-feed.tsx';
export { subjectText } from './subject-text.ts';
