import { isBlockedSql } from '#features/blocks/server/public.ts';
import { sql } from 'drizzle-orm';
import { isListedSql } from '#features/books/server/public.ts';
import { findReceivers } from '#features/notifications/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import { nextMorning } from '../../next-morning.ts';
import { MAX_DIGEST_BOOKS } from '../../rules.ts';
import { MATCHES_SQL } from '../matching/matches-sql.ts';
import { wantedAlerts, wantedDigests } from '../table.ts';
import type { WantedContext } from '../wanted-context.ts';
import { digestEmail, type DigestBook } from './wanted-emails.ts';

/** Sends the digests that are due: one email of a user a day, however late the job runs. */
export async function sendWantedDigests(context: WantedContext): Promise<void> {
  const now = context.clock.now();
  await forEachDue(context, {
    failure: 'the digest of a user could not be sent',
    read: async (after, limit) => {
      const { rows } = await context.database.pool.query<{ id: string }>({
        name: 'wanted-digests-due',
        text: `SELECT DISTINCT user_id AS id FROM wanted_alerts WHERE digest_due_at <= $1 AND user_id > $2
          ORDER BY user_id LIMIT $3`,
        values: [now, after, limit],
      });
      return rows;
    },
    act: (tx, { id }) => sendDigest(context, tx, id, now),
  });
}

async function sendDigest(context: WantedContext, tx: Transaction, userId: string, now: Date): Promise<void> {
  const [sent] = await tx
    .select({ at: wantedDigests.sentAt })
    .from(wantedDigests)
    .where(sql`user_id = ${userId}`);
  const morning = sent === undefined ? now : nextMorning(sent.at, context.timeZone);
  if (morning > now) {
    await tx.execute(sql`UPDATE ${wantedAlerts} SET digest_due_at = ${morning}
      WHERE user_id = ${userId} AND digest_due_at <= ${now}`);
    return;
  }
  // Another process that sends the same digest waits here, and then finds nothing.
  const { rows: due } = await tx.execute<DueAlert>(sql`UPDATE ${wantedAlerts}
    SET digest_due_at = NULL WHERE user_id = ${userId} AND digest_due_at <= ${now} 
    RETURNING entry_id AS "entryId", book_id AS "bookId"`);
  const [receiver] = await findReceivers(tx, [userId]);
  if (due.length === 0 || receiver === undefined) return;
  if (!receiver.emailVerified || receiver.mailWanted === 'off') return;
  const books = await readBooks(tx, due, now);
  if (books.length === 0) return;
  await tx
    .insert(wantedDigests)
    .values({ userId, sentAt: now })
    .onConflictDoUpdate({ target: wantedDigests.userId, set: { sentAt: now } });
  const shown = books.slice(0, MAX_DIGEST_BOOKS);
  const message = digestEmail(context, receiver, { books: shown, more: books.length - shown.length });
  await context.mailer.send(tx, message);
}

type DueAlert = { entryId: string; bookId: string };

/** The listings that are still for sale, and still match; newest first. */
async function readBooks(tx: Transaction, due: readonly DueAlert[], now: Date): Promise<DigestBook[]> {
  const { rows } =
    await tx.execute<DigestBook>(sql`SELECT b.id, b.title, b.condition, b.price, u.name AS "sellerName",
      u.email_verified AS "isSellerVerified"
    FROM books b JOIN users u ON u.id = b.seller_id
    WHERE b.id = ANY(${sql.param(due.map(({ bookId }) => bookId))}::uuid[]) AND ${sql.raw(isListedSql('b', now))}
      AND EXISTS (SELECT FROM jsonb_to_recordset(${JSON.stringify(due)}::jsonb) AS a("entryId" uuid, "bookId" uuid)
        JOIN wanted_entries e ON e.id = a."entryId" AND e.deleted_at IS NULL
        WHERE a."bookId" = b.id AND ${sql.raw(MATCHES_SQL)}
          AND NOT ${sql.raw(isBlockedSql('e.user_id', 'b.seller_id'))})
    ORDER BY b.created_at DESC, b.id DESC`);
  return rows;
}
