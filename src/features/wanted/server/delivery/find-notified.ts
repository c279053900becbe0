import { sql } from 'drizzle-orm';
import { hashMailbox } from '#features/accounts/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { NOTIFIED_WINDOW_MS } from '../../rules.ts';
import { wantedAlerts, wantedEntries } from '../table.ts';
import type { WantedContext } from '../wanted-context.ts';

/** A seller, as alerts store the one that a user was notified of. */
export type NotifyingSeller = {
  /** The mailbox as a keyed hash: the same for all of its accounts, also deleted ones. */
  key: string;
  /** What the keys begin with of all sellers who have one share of a user's messages. */
  share: string;
};

const UNVERIFIED = 'unverified ';

/** Sellers without a verified email share one part, and take nothing from the owner of their mailbox. */
export function toNotifyingSeller(
  { secrets }: Pick<WantedContext, 'secrets'>,
  { mailbox, isVerified }: { mailbox: string; isVerified: boolean },
): NotifyingSeller {
  const hash = hashMailbox(secrets, 'wanted', mailbox);
  return isVerified ? { key: hash, share: hash } : { key: UNVERIFIED + hash, share: UNVERIFIED };
}

type Notified = {
  /** Listings. */
  count: number;
  /** How many of those are in the share of the seller. */
  countOfShare: number;
  /** The entries of those of the seller. */
  entryIds: string[];
};

/**
 * What users were notified of at once within the last day. Until the transaction ends, others that ask for
 * the same users wait: two listings at the same time would not know of each other otherwise.
 */
export async function findNotified(
  tx: Transaction,
  { userIds, seller, now }: { userIds: readonly string[]; seller: NotifyingSeller; now: Date },
): Promise<Map<string, Notified>> {
  if (userIds.length === 0) return new Map();
  await lockUsers(tx, userIds);
  const since = new Date(now.getTime() - NOTIFIED_WINDOW_MS);
  // The user is notified when an alert is written: the index of the times ends the reading. Listings that are
  // gone since count too.
  const { rows } = await tx.execute<Notified & { userId: string }>(sql`SELECT e.user_id AS "userId",
      count(DISTINCT a.book_id)::int AS count,
      (count(DISTINCT a.book_id) FILTER (WHERE starts_with(a.notified_by, ${seller.share})))::int AS "countOfShare",
      coalesce(array_agg(a.entry_id) FILTER (WHERE a.notified_by = ${seller.key}), '{}') AS "entryIds"
    FROM ${wantedEntries} e JOIN ${wantedAlerts} a ON a.entry_id = e.id
    WHERE e.user_id = ANY(${sql.param(userIds)}::uuid[]) AND a.created_at > ${since} AND a.notified_at > ${since}
    GROUP BY e.user_id`);
  return new Map(rows.map(({ userId, ...notified }) => [userId, notified]));
}

/** Locks users by their first entries: row locks need no room in the lock table, which hundreds of users would fill. */
const lockUsers = (tx: Transaction, userIds: readonly string[]) =>
  tx.execute(sql`SELECT FROM ${wantedEntries} WHERE id IN (
      SELECT DISTINCT ON (user_id) id FROM ${wantedEntries}
      WHERE user_id = ANY(${sql.param(userIds)}::uuid[]) AND deleted_at IS NULL ORDER BY user_id, id)
    ORDER BY user_id FOR NO KEY UPDATE`);
