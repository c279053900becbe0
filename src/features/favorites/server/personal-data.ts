import { asc, eq } from 'drizzle-orm';
import type { PersonalDataHolder } from '#features/accounts/server/public.ts';
import { books } from '#features/books/server/public.ts';
import { favorites } from './table.ts';

/** They go with the person's row. */
export const favoritesOfPeople: PersonalDataHolder = {
  name: 'favorites',
  export: ({ orm }, personId) =>
    orm
      .select({ bookId: favorites.bookId, title: books.title, createdAt: favorites.createdAt })
      .from(favorites)
      .innerJoin(books, eq(books.id, favorites.bookId))
      .where(eq(favorites.userId, personId))
      .orderBy(asc(favorites.createdAt), asc(favorites.id)),
};
