import { and, asc, eq, isNull } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { titleForOthers } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { wantedAlerts, wantedEntries } from './table.ts';

/** Entries and their alerts are deleted by cascade with the user's row. */
export const wantedPersonalData: PersonalDataHandler = {
  name: 'wanted',
  export: async ({ orm }, userId) => {
    const { id, isbn, course, words, maxPrice, minCondition, otherEditions, awaitedBookIds, createdAt } =
      wantedEntries;
    const entries = await orm
      .select({ id, isbn, course, words, maxPrice, minCondition, otherEditions, awaitedBookIds, createdAt })
      .from(wantedEntries)
      .where(and(eq(wantedEntries.userId, userId), isNull(wantedEntries.deletedAt)))
      .orderBy(asc(createdAt), asc(id));
    const { entryId, bookId, price, createdAt: alertedAt } = wantedAlerts;
    const alerts = await orm
      .select({ entryId, bookId, title: titleForOthers, price, createdAt: alertedAt })
      .from(wantedEntries)
      .innerJoin(wantedAlerts, eq(entryId, id))
      .innerJoin(books, eq(books.id, bookId))
      .where(eq(wantedEntries.userId, userId))
      .orderBy(asc(alertedAt), asc(bookId));
    return entries.map(({ id, ...entry }) => ({
      ...entry,
      alerts: alerts.flatMap(({ entryId, ...alert }) => (entryId === id ? [alert] : [])),
    }));
  },
};
