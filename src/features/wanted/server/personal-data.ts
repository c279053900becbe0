import { and, asc, eq, isNull } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { titleForOthers } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { wantedAlerts, wantedEntries } from './table.ts';

/** Entries and their alerts are deleted by cascade with the user's row. */
export const wantedPersonalData: PersonalDataHandler = {
  name: 'wanted',
  export: async ({ orm }, userId) => {
    const entries = await orm
      .select({
        id: wantedEntries.id,
        isbn: wantedEntries.isbn,
        course: wantedEntries.course,
        words: wantedEntries.words,
        maxPrice: wantedEntries.maxPrice,
        minCondition: wantedEntries.minCondition,
        awaitedBookIds: wantedEntries.awaitedBookIds,
        createdAt: wantedEntries.createdAt,
      })
      .from(wantedEntries)
      .where(and(eq(wantedEntries.userId, userId), isNull(wantedEntries.deletedAt)))
      .orderBy(asc(wantedEntries.createdAt), asc(wantedEntries.id));
    const alerts = await orm
      .select({
        entryId: wantedAlerts.entryId,
        bookId: wantedAlerts.bookId,
        title: titleForOthers,
        price: wantedAlerts.price,
        createdAt: wantedAlerts.createdAt,
      })
      .from(wantedEntries)
      .innerJoin(wantedAlerts, eq(wantedAlerts.entryId, wantedEntries.id))
      .innerJoin(books, eq(books.id, wantedAlerts.bookId))
      .where(eq(wantedEntries.userId, userId))
      .orderBy(asc(wantedAlerts.createdAt), asc(wantedAlerts.bookId));
    return entries.map(({ id, ...entry }) => ({
      ...entry,
      alerts: alerts.flatMap(({ entryId, ...alert }) => (entryId === id ? [alert] : [])),
    }));
  },
};
