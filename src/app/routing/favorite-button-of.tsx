import type { Book } from '#features/books/contract.ts';
import { FavoriteButton } from '#features/favorites/web/public.ts';

/** The heart of a card. Always the same function, or every card is rendered again. */
export const favoriteButtonOf = (book: Book) => <FavoriteButton bookId={book.id} title={book.title} />;
