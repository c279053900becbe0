import { type SQL, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import { createKeyedTryLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { PUSH_MAX_AGE_MS } from '../push-rules.ts';
import { enqueuePush } from './enqueue-notifications.ts';
import { notifications } from './table.ts';

// Remove in 0.3.0: it carries over what processes of version 0.1.0 write during the upgrade.

/** A row of a table of version 0.1.0. */
export type FormerNotification = {
  userId: string;
  subjectId: string;
  seq?: number;
  payload?: object;
  /** The devices for which a push waits. */
  pushTo?: string[];
  mailAt?: Date | string | null;
  mailedAt?: Date | string | null;
  seenAt?: Date | string | null;
  createdAt: Date | string;
};

type Context = Pick<ServerContext, 'database' | 'jobs'>;

const tryLockKind = createKeyedTryLock('carry over notifications');

/** Rows of a former table that one run carries over. */
export const CARRY_OVER_BATCH_SIZE = 500;

/**
 * Carries a batch of rows of a former table over, in one transaction with `take`, which takes them out of that
 * table and skips locked ones. While another process does it, this one leaves it alone.
 */
export async function carryOver(
  context: Context,
  kind: string,
  take: (tx: Transaction) => Promise<readonly FormerNotification[]>,
): Promise<void> {
  await context.database.transaction(async (tx) => {
    if (await tryLockKind(tx, kind)) await addFormer(context, tx, kind, await take(tx));
  });
}

/** Adds notifications of a former table, whose rows this transaction has deleted, and queues their pushes. */
export async function addFormer(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Transaction,
  kind: string,
  former: readonly FormerNotification[],
): Promise<void> {
  if (former.length === 0) return;
  await tx.execute(insert(kind, former));
  for (const { userId, subjectId, seq = 0, pushTo = [] } of former)
    for (const deviceId of pushTo)
      await enqueuePush({ jobs }, tx, { userId, kind, subjectId, seq, deviceId });
}

/** What is known of a notification already is only completed. */
const insert = (kind: string, former: readonly FormerNotification[]): SQL => sql`
  INSERT INTO ${notifications} AS n (user_id, kind, subject_id, seq, payload, push_to, push_at, mail_at, mailed_at, mail_result, seen_at, created_at)
  SELECT f."userId", ${kind}, f."subjectId", coalesce(f.seq, 0), coalesce(f.payload, '{}'), coalesce(f."pushTo", '{}'),
    CASE WHEN f."pushTo" IS NOT NULL THEN f."createdAt" + ${sql.raw(`interval '${PUSH_MAX_AGE_MS} milliseconds'`)} END,
    f."mailAt", f."mailedAt", CASE WHEN f."mailedAt" IS NOT NULL THEN 'sent' END, f."seenAt", f."createdAt"
  FROM jsonb_to_recordset(${JSON.stringify(former)}::jsonb) AS f("userId" uuid, "subjectId" uuid, seq int, payload jsonb,
      "pushTo" uuid[], "mailAt" timestamptz, "mailedAt" timestamptz, "seenAt" timestamptz, "createdAt" timestamptz)
    JOIN ${users} ON ${users.id} = f."userId"
  ORDER BY f."userId", f."subjectId" FOR KEY SHARE OF ${users}
  ON CONFLICT ON CONSTRAINT notifications_once DO UPDATE SET push_to = n.push_to || excluded.push_to,
    push_at = coalesce(excluded.push_at, n.push_at), mail_at = coalesce(excluded.mail_at, n.mail_at),
    mailed_at = coalesce(excluded.mailed_at, n.mailed_at), mail_result = coalesce(excluded.mail_result, n.mail_result)`;
