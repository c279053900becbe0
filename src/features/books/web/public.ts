/** What other features and the app may show of listings. Forms are reached by their own files, in chunks of their own. */
export { BookCard, type BookCardProps } from './book-card.tsx';
export { BookFeed } from './book-feed.tsx';
export { bookChangedElsewhere, bookHasChanged, booksMayHaveChanged } from './book-changes.ts';
export { bookInLists, bookListQuery, bookQuery, booksOfUserQuery } from './book-queries.ts';
export { BookDetails } from './book-details.tsx';
export { copyBookLink, shareBook } from './share-book.ts';
