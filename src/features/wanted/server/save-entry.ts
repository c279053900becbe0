import { and, count, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { toIsbn13 } from '#features/books/isbn.ts';
import { toCourseCode } from '#features/books/rules.ts';
import { isShownSql } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { isAnyEditionAccepted } from '#features/courses/server/public.ts';
import { registerIsbns } from '#features/editions/server/public.ts';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { wantedProblem, type WantedFields, type WantedLimits } from '../contract.ts';
import { MAX_AWAITED_BOOKS, MAX_WANTED_ENTRIES, WANTED_UNDO_WINDOW_MS } from '../rules.ts';
import { courseKey, isbnKey, toWordQuery } from './matching/match-keys.ts';
import { wantedAlerts, wantedEntries } from './table.ts';

const lockEntries = createKeyedLock('wanted entries');

type Context = Pick<ServerContext, 'database' | 'clock'>;

/** Adds an entry of the actor with those limits that are given, or finds the same one. Returns its id. */
export async function addEntry(
  { database, clock }: Context,
  actorId: string,
  { maxPrice, minCondition, otherEditions, bookId, ...what }: WantedFields,
): Promise<string> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const fields = await toFields(tx, what);
    await lockEntries(tx, actorId);
    await deleteForGood(tx, actorId, now);
    const limits = toChanges({ maxPrice, minCondition, ...(fields.isbn !== undefined && { otherEditions }) });
    const accepted = fields.isbn !== undefined && (await isAnyEditionAccepted(tx, fields.isbn));
    const [saved] = await tx
      .insert(wantedEntries)
      .values({
        ...fields,
        otherEditions: accepted,
        ...limits,
        id: newId(now),
        userId: actorId,
        createdAt: now,
      })
      .onConflictDoUpdate({
        target: [wantedEntries.userId, wantedEntries.sameKey],
        set: { ...limits, deletedAt: null },
      })
      .returning({ id: wantedEntries.id });
    if (fields.isbn !== undefined) await registerIsbns(tx, [fields.isbn], now);
    if (bookId !== undefined) await awaitBook(tx, saved!.id, bookId, now);
    const mine = and(eq(wantedEntries.userId, actorId), isNull(wantedEntries.deletedAt));
    const [counted] = await tx.select({ count: count() }).from(wantedEntries).where(mine);
    if (counted!.count > MAX_WANTED_ENTRIES) throw wantedProblem('too-many-wanted-entries');
    return saved!.id;
  });
}

/** The end of the reservation alerts the user of that listing once more, also beyond the entry's limits. */
async function awaitBook(tx: Transaction, entryId: string, bookId: string, now: Date): Promise<void> {
  const reserved = and(eq(books.id, bookId), gt(books.reservedUntil, now), sql.raw(isShownSql('books')));
  if ((await tx.$count(books, reserved)) === 0) return;
  // An alert from before the reservation must not be in the way of the next one.
  await tx
    .delete(wantedAlerts)
    .where(and(eq(wantedAlerts.entryId, entryId), eq(wantedAlerts.bookId, bookId)));
  const awaited = wantedEntries.awaitedBookIds;
  await tx
    .update(wantedEntries)
    .set({
      awaitedBookIds: sql`(${bookId}::uuid || array_remove(${awaited}, ${bookId}::uuid))[1:${sql.raw(`${MAX_AWAITED_BOOKS}`)}]`,
    })
    .where(eq(wantedEntries.id, entryId));
}

type WishColumns = Pick<
  typeof wantedEntries.$inferInsert,
  'isbn' | 'course' | 'words' | 'sameKey' | 'matchKey'
> & {
  isbn?: string;
  query?: SQL;
};

/** An ISBN that was written as words is an ISBN. */
async function toFields(
  tx: Transaction,
  { isbn, course, words }: Omit<WantedFields, 'bookId' | keyof WantedLimits>,
): Promise<WishColumns> {
  const number = isbn ?? (words === undefined ? null : toIsbn13(words));
  if (number !== null) return { isbn: number, sameKey: isbnKey(number), matchKey: isbnKey(number) };
  if (course !== undefined) {
    const key = courseKey(toCourseCode(course)!);
    return { course, sameKey: key, matchKey: key };
  }
  const found = await toWordQuery(tx, words!);
  if (found === null) throw wantedProblem('invalid-wanted-words');
  const { query, ...keys } = found;
  return { words: words!, query: sql`to_tsquery('simple', ${query})`, ...keys };
}

/** Absent limits stay as they are. */
const toChanges = ({ maxPrice, minCondition, otherEditions }: WantedLimits) => ({
  ...(maxPrice !== undefined && { maxPrice }),
  ...(minCondition !== undefined && { minCondition }),
  ...(otherEditions !== undefined && { otherEditions }),
});

/** Changes the limits of the actor's entry, if there is one. */
export async function changeEntry(
  { database }: Pick<Context, 'database'>,
  actorId: string,
  entryId: string,
  limits: WantedLimits,
): Promise<void> {
  const changes = toChanges(limits);
  if (Object.keys(changes).length > 0)
    await database.orm.update(wantedEntries).set(changes).where(own(actorId, entryId));
}

/** Deletes the actor's entry. It stays for a moment: for the undo. Throws 'wanted-entry-not-found'. */
export async function deleteEntry(
  { database, clock }: Context,
  actorId: string,
  entryId: string,
): Promise<{ deleted: true }> {
  const { rowCount } = await database.orm
    .update(wantedEntries)
    .set({ deletedAt: clock.now() })
    .where(own(actorId, entryId));
  if (rowCount === 0) throw wantedProblem('wanted-entry-not-found');
  return { deleted: true };
}

/** Deletes the rows of entries that nobody can undo any more. */
export async function deleteOldEntries({ database, clock }: Context): Promise<void> {
  await database.orm.delete(wantedEntries).where(isPastUndo(clock.now()));
}

const own = (actorId: string, entryId: string) =>
  and(eq(wantedEntries.id, entryId), eq(wantedEntries.userId, actorId), isNull(wantedEntries.deletedAt));

const isPastUndo = (now: Date) =>
  lte(wantedEntries.deletedAt, new Date(now.getTime() - WANTED_UNDO_WINDOW_MS));

/** What is added again later is a new entry, without the former limits and alerts. */
async function deleteForGood(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.delete(wantedEntries).where(and(eq(wantedEntries.userId, userId), isPastUndo(now)));
}
