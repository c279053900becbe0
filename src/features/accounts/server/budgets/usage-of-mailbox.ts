import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { dayOf } from '../../budget-rules.ts';
import { dailyUsage, unownedUsage } from './table.ts';

/** `mailbox`: a keyed hash. `isVerified`: the account has verified that it is its own. */
type AccountOfMailbox = { userId: string; mailbox: string; isVerified: boolean; now: Date };

/** The owner of usage by accounts that have not verified the mailbox; they may belong to strangers. */
const unverifiedOwner = (mailbox: string) => `unverified ${mailbox}`;

/** The prefix of the kinds that an account has inherited from unverified ones. */
const INHERITED = 'inherited ';
/** The same of verified ones. It tells what the account itself has used. */
const INHERITED_VERIFIED = 'verified inherited ';

/** The kinds of what others have used. */
const isInherited = (kind: SQL) =>
  sql`(starts_with(${kind}, ${INHERITED}) OR starts_with(${kind}, ${INHERITED_VERIFIED}))`;

/** What the account itself has used, which is its user's data: nothing of deleted accounts of its mailbox. */
export async function listOwnUsage(
  { orm }: Pick<Database, 'orm'>,
  userId: string,
): Promise<{ day: string; kind: string; amount: number }[]> {
  const { rows } = await orm.execute<{ day: string; kind: string; amount: number }>(sql`
    SELECT own.day::text, own.kind, own.amount - coalesce(others.amount, 0) AS amount
    FROM ${dailyUsage} AS own LEFT JOIN LATERAL (SELECT sum(amount)::int AS amount FROM ${dailyUsage} AS other
      WHERE other.user_id = own.user_id AND other.day = own.day
        AND other.kind IN (${INHERITED}::text || own.kind, ${INHERITED_VERIFIED}::text || own.kind)) others ON true
    WHERE own.user_id = ${userId} AND NOT ${isInherited(sql`own.kind`)} AND own.amount > coalesce(others.amount, 0)
    ORDER BY own.day, own.kind`);
  return rows;
}

/**
 * Saves today's usage of an account, in the transaction that deletes it or gives it another mailbox, so that a new
 * account of the mailbox gets nothing back. The largest amount stays: each account has begun with that of the
 * former.
 */
export async function saveUsageOfMailbox(
  tx: Transaction,
  { userId, mailbox, isVerified, now }: AccountOfMailbox,
): Promise<void> {
  const owner = isVerified ? mailbox : unverifiedOwner(mailbox);
  await tx.execute(sql`INSERT INTO ${unownedUsage} AS present (owner, day, kind, amount)
    SELECT ${owner}, day, kind, amount FROM ${dailyUsage}
    WHERE user_id = ${userId} AND day = ${dayOf(now)} AND NOT ${isInherited(sql`kind`)}
    ON CONFLICT (owner, day, kind) DO UPDATE SET amount = greatest(present.amount, excluded.amount)`);
}

/**
 * A new account, or one that verifies its email, goes on with what deleted ones of its mailbox have used today; a
 * verified one only with that of verified ones: strangers take nothing from the owner of an address.
 */
export async function inheritUsage(tx: Transaction, account: AccountOfMailbox): Promise<void> {
  const { userId, mailbox, isVerified, now } = account;
  if (isVerified) await returnInheritedUsage(tx, userId);
  await inheritFrom(tx, mailbox, INHERITED_VERIFIED, { userId, now });
  // Kept apart also because it ends with the verification.
  if (!isVerified) await inheritFrom(tx, unverifiedOwner(mailbox), INHERITED, { userId, now });
}

async function inheritFrom(
  tx: Transaction,
  owner: string,
  prefix: string,
  { userId, now }: Pick<AccountOfMailbox, 'userId' | 'now'>,
): Promise<void> {
  await tx.execute(sql`INSERT INTO ${dailyUsage} AS inherited (user_id, day, kind, amount)
    SELECT ${userId}, former.day, ${prefix} || former.kind, former.amount - coalesce(own.amount, 0)
    FROM ${unownedUsage} AS former LEFT JOIN ${dailyUsage} AS own
      ON own.user_id = ${userId} AND own.day = former.day AND own.kind = former.kind
    WHERE former.owner = ${owner} AND former.day = ${dayOf(now)} AND former.amount > coalesce(own.amount, 0)
    ON CONFLICT (user_id, day, kind) DO UPDATE SET amount = inherited.amount + excluded.amount`);
  await tx.execute(sql`INSERT INTO ${dailyUsage} AS own (user_id, day, kind, amount)
    SELECT ${userId}, day, kind, amount FROM ${unownedUsage} WHERE owner = ${owner} AND day = ${dayOf(now)}
    ON CONFLICT (user_id, day, kind) DO UPDATE SET amount = greatest(own.amount, excluded.amount)`);
}

/** Takes back what unverified accounts, perhaps of strangers, had used before this one. */
const returnInheritedUsage = (tx: Transaction, userId: string) =>
  tx.execute(sql`WITH inherited AS (
      DELETE FROM ${dailyUsage} WHERE user_id = ${userId} AND starts_with(kind, ${INHERITED}) RETURNING *)
    UPDATE ${dailyUsage} AS own SET amount = greatest(0, own.amount - inherited.amount) FROM inherited
    WHERE own.user_id = ${userId} AND own.day = inherited.day AND inherited.kind = ${INHERITED} || own.kind`);
