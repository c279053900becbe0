import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { bookProblem } from '#features/books/contract.ts';
import { UNDO_WINDOW_MS } from '#features/books/rules.ts';
import { bookChanged, type BookHook, permanentlyDeleteBooks } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { countConversationsOfBook } from '#features/conversations/server/public.ts';
import { bookWorks } from '#features/editions/server/public.ts';
import { countFavoritesOfBook } from '#features/favorites/server/public.ts';
import type { MeasureReason } from '#features/moderation/rules.ts';
import type { Moderation } from '#features/moderation/server/public.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { BookRemoval } from '../contract.ts';

type Context = Pick<ServerContext, 'database' | 'events'> & {
  bookHook: BookHook;
  moderation: Pick<Moderation, 'removeListing'>;
};
type DeleteBookInput = {
  actor: Pick<Actor, 'id' | 'roles'>;
  bookId: string;
  reason: MeasureReason;
  note: string;
};

/**
 * Removes any user's listing, as a measure with a statement: it is kept unseen until its appeal has ended. One of their
 * own is deleted permanently. Throws 'book-not-found', and the errors of `takeMeasure` of moderation.
 */
export async function deleteAnyBook(
  { database, events, bookHook, moderation }: Context,
  { actor, bookId, reason, note }: DeleteBookInput,
  now: Date,
): Promise<{ deleted: true }> {
  await database.transaction(async (tx) => {
    const sellerId = await findSellerOf(tx, bookId, now);
    if (sellerId === null) throw bookProblem('book-not-found');
    await recordAdminAction(tx, {
      actorId: actor.id,
      action: 'book-deleted',
      target: { kind: 'book', id: bookId },
      details: { seller: sellerId },
      now,
    });
    if (sellerId !== actor.id)
      return moderation.removeListing(tx, { actor, bookId, sellerId, reason, note, now });
    await permanentlyDeleteBooks(tx, { works: bookWorks, bookIds: [bookId] }, now);
    await bookHook(tx, { bookId, kind: 'deleted' }, now);
    events.publish(bookChanged, { bookId, sellerId });
  });
  return { deleted: true };
}

/** SQL: a listing that can be removed: also one that its seller has deleted and could restore. */
const REMOVABLE_SQL = `(b.deleted_at IS NULL OR b.deleted_at > $2) AND NOT b.hidden_by @> '{removal}'`;

const restorableAfter = (now: Date) => new Date(now.getTime() - UNDO_WINDOW_MS);

async function findSellerOf(tx: Transaction, bookId: string, now: Date): Promise<string | null> {
  const isRemovable = and(
    eq(books.id, bookId),
    or(isNull(books.deletedAt), gt(books.deletedAt, restorableAfter(now))),
    sql`not ${books.hiddenBy} @> array['removal']`,
  );
  const [found] = await tx.select({ sellerId: books.sellerId }).from(books).where(isRemovable);
  return found?.sellerId ?? null;
}

/**
 * Counts the data that is deleted with a listing or detached from it, also for one that its seller could
 * still restore. Throws 'book-not-found'.
 */
export async function previewBookDeletion(
  database: Database,
  bookId: string,
  now: Date,
): Promise<BookRemoval> {
  const { rows } = await database.pool.query<BookRemoval>({
    name: 'admin-book-removal',
    text: `SELECT cardinality(b.images) AS photos,
        ${countConversationsOfBook('b.id')} AS conversations,
        ${countFavoritesOfBook('b.id')} AS favorites
      FROM books b WHERE b.id = $1 AND ${REMOVABLE_SQL}`,
    values: [bookId, restorableAfter(now)],
  });
  if (rows[0] === undefined) throw bookProblem('book-not-found');
  return rows[0];
}
