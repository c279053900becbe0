import { type SQL, sql } from 'drizzle-orm';
import { isBlockedSql } from '#features/blocks/server/public.ts';
import { isListedSql } from '#features/books/server/public.ts';
import {
  addFormer,
  carryOver,
  CARRY_OVER_BATCH_SIZE,
  type FormerNotification,
  type NotificationFacts,
  type NotificationKind,
} from '#features/notifications/server/public.ts';
import { nowIfAny } from '#platform/server/jobs/scheduled-work.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { pendingBookNotices, wantedAlerts } from '../table.ts';
import { WANTED_DIGEST_KIND } from './wanted-notifications.ts';

// Remove in 0.3.0: it carries over what processes of version 0.1.0 write during the upgrade.

type Context = Pick<ServerContext, 'database' | 'jobs'>;
type FormerNotice = NotificationFacts & { title: string; body: string; path: string };

/** A push about a book that a process of version 0.1.0 has written: with its text. */
export const formerNotices: NotificationKind<FormerNotice> = {
  name: 'former-notice',
  factsSql: `SELECT former.title, former.body, former.path,
      CASE WHEN former."bookId" IS NOT NULL AND (b.id IS NULL OR NOT ${isListedSql('b', 'clock.now')}) THEN 'not for sale'
        WHEN ${isBlockedSql('n.user_id', 'b.seller_id')} THEN 'blocked' END AS withdrawn
    FROM jsonb_to_record(n.payload) AS former(title text, body text, path text, "bookId" uuid)
      LEFT JOIN books b ON b.id = former."bookId"`,
  push: { text: ({ title, body, path }) => ({ title, body, path }) },
};

export async function mountCarryOver(context: Context): Promise<void> {
  const { jobs } = context;
  await jobs.handle<{ noticeId: string }>('send-book-notice', (job) => carryOverNotice(context, job));
  await jobs.schedule('carry-over-wanted-digests', '* * * * *', () => carryOverDigests(context), {
    due: selectFormerDigests,
    nextDue: nowIfAny(selectFormerDigests),
  });
}

/** A job of a process of version 0.1.0: one process at a time has it, so that the push is sent once. */
async function carryOverNotice(context: Context, { noticeId }: { noticeId: string }): Promise<void> {
  await context.database.transaction(async (tx) => {
    const { rows } = await tx.execute<FormerNotification>(sql`
      DELETE FROM ${pendingBookNotices} WHERE id = ${noticeId}
      RETURNING user_id AS "userId", id AS "subjectId", ARRAY[device_id] AS "pushTo", created_at AS "createdAt",
        jsonb_build_object('title', title, 'body', body, 'path', path, 'bookId', book_id) AS payload`);
    await addFormer(context, tx, formerNotices.name, rows);
  });
}

/** Alerts that wait for a digest of a process of version 0.1.0. */
const selectFormerDigests = (): SQL => sql`SELECT FROM ${wantedAlerts} WHERE digest_due_at IS NOT NULL`;

/** Carries over what waits for the digests of version 0.1.0. */
const carryOverDigests = (context: Context): Promise<void> =>
  carryOver(context, WANTED_DIGEST_KIND, async (tx) => {
    const { rows } = await tx.execute<FormerNotification>(sql`WITH taken AS (
        UPDATE ${wantedAlerts} alert SET digest_due_at = NULL FROM (
          SELECT entry_id, book_id, digest_due_at FROM ${wantedAlerts} WHERE digest_due_at IS NOT NULL
          LIMIT ${CARRY_OVER_BATCH_SIZE} FOR UPDATE SKIP LOCKED) former
        WHERE alert.entry_id = former.entry_id AND alert.book_id = former.book_id
        RETURNING alert.user_id, alert.book_id, alert.created_at, former.digest_due_at)
      SELECT user_id AS "userId", book_id AS "subjectId", min(digest_due_at) AS "mailAt", min(created_at) AS "createdAt"
      FROM taken GROUP BY user_id, book_id`);
    return rows;
  });
