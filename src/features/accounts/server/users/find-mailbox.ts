import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { users } from '../table.ts';

type Reader = Pick<Database['orm'] | Transaction, 'execute'>;

/** The mailbox of an email that may have no account: the same for all of its spellings. */
export async function findMailbox(orm: Reader, email: string): Promise<string> {
  const normalized = email.normalize('NFC').trim().toLowerCase();
  const { rows } = await orm.execute<{ mailbox: string }>(sql`SELECT mailbox_of(${normalized}) AS mailbox`);
  return rows[0]!.mailbox;
}

/**
 * Whom attempts of a user count for: the verified accounts of a mailbox, or the unverified ones, so that
 * deleting an account gives nothing back, and strangers take nothing from the owner of an address.
 */
export async function findAttemptOwner(orm: Database['orm'], userId: string): Promise<string> {
  const { mailbox, emailVerified } = users;
  const [user] = await orm.select({ mailbox, emailVerified }).from(users).where(eq(users.id, userId));
  return user?.emailVerified ? user.mailbox : `unverified ${user?.mailbox ?? userId}`;
}
