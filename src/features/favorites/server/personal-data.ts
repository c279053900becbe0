import { asc, eq } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { titleForOthers } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { favorites } from './table.ts';

/** Favorites are deleted by cascade with the user's row. */
export const favoritePersonalData: PersonalDataHandler = {
  name: 'favorites',
  export: ({ orm }, userId) =>
    orm
      .select({ bookId: favorites.bookId, title: titleForOthers, createdAt: favorites.createdAt })
      .from(favorites)
      .innerJoin(books, eq(books.id, favorites.bookId))
      .where(eq(favorites.userId, userId))
      .orderBy(asc(favorites.createdAt), asc(favorites.id)),
};
