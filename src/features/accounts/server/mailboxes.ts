import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import { users } from './table.ts';

type Reader = Pick<Database['orm'] | Transaction, 'execute'>;

/** The mailbox of an email that may have no account: the same for all of its spellings. */
export async function findMailbox(orm: Reader, email: string): Promise<string> {
  const normalized = email.normalize('NFC').trim().toLowerCase();
  const { rows } = await orm.execute<{ mailbox: string }>(sql`SELECT mailbox_of(${normalized}) AS mailbox`);
  return rows[0]!.mailbox;
}

/** The accounts of one person: the user, and the others that have verified the same mailbox, in the order of their ids. */
export async function findAccountsOfPerson(orm: Reader, userId: string): Promise<string[]> {
  const { rows } = await orm.execute<{ id: string }>(sql`
    SELECT other.id FROM users one JOIN users other
      ON other.id = one.id OR other.mailbox = one.mailbox AND one.email_verified AND other.email_verified
    WHERE one.id = ${userId} ORDER BY other.id`);
  return rows.length === 0 ? [userId] : rows.map(({ id }) => id);
}

/** The same of several users at once; of one who is deleted the id alone. */
export async function findAccountsOfPeople(
  orm: Reader,
  userIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await orm.execute<{ id: string; accounts: string[] }>(sql`
    SELECT one.id, array_agg(other.id ORDER BY other.id) AS accounts FROM users one JOIN users other
      ON other.id = one.id OR other.mailbox = one.mailbox AND one.email_verified AND other.email_verified
    WHERE one.id = ANY (${sql.param(userIds)}::uuid[]) GROUP BY one.id`);
  const found = new Map(rows.map(({ id, accounts }) => [id, accounts]));
  return new Map(userIds.map((id) => [id, found.get(id) ?? [id]]));
}

/**
 * Whom attempts of a user count for: the verified accounts of a mailbox, or the unverified ones. Deleting an
 * account gives nothing back, and strangers take nothing from the owner of an address.
 */
export async function findAttemptOwner(orm: Database['orm'], userId: string): Promise<string> {
  const { mailbox, emailVerified } = users;
  const [user] = await orm.select({ mailbox, emailVerified }).from(users).where(eq(users.id, userId));
  return user?.emailVerified ? user.mailbox : `unverified ${user?.mailbox ?? userId}`;
}

/** A mailbox as tables other than `users` store it: unreadable, and incomparable between purposes. */
export const hashMailbox = (secrets: Pick<Secrets, 'sign'>, purpose: string, mailbox: string): string =>
  secrets.sign(purpose, mailbox);

/** The purpose of the hashes by which the use of a day outlives its account. */
export const USAGE_HASH = 'usage';

/**
 * SQL: the aggregate that counts the mailboxes of the users of its rows. `userId`: an expression of the rows;
 * `except`: of a user whose mailbox does not count; `isVerified`: only verified mailboxes count. What takes one row
 * of each mailbox uses the column `mailbox` of `users`.
 */
export const countMailboxesSql = (userId: string, except: string, isVerified: boolean): string =>
  `count(DISTINCT nullif((SELECT mailbox FROM users WHERE id = ${userId}${isVerified ? ' AND email_verified' : ''}),
    (SELECT mailbox FROM users WHERE id = ${except})))`;
