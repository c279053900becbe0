import { and, eq, inArray } from 'drizzle-orm';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import { accountProblem } from '../../contract.ts';
import { bannedEmails, users } from '../table.ts';
import { findMailbox, hashMailbox } from '../mailboxes.ts';

type Banning = { email: string; secrets: Pick<Secrets, 'sign'> };
type Reader = Pick<Database['orm'], 'select' | 'execute'>;

/** The purpose of the hashes: it keeps a former word for a ban. */
export const BAN_HASH = 'barred-emails';

const lockBans = createKeyedLock('bans of');

/**
 * Bans the mailbox of an email from signing up. Returns its verified accounts, which the caller deletes in the same
 * transaction. The others may be strangers', and can no longer verify it.
 */
export async function banEmail(
  tx: Transaction,
  { email, secrets, now }: Banning & { now: Date },
): Promise<string[]> {
  const { mailbox, hashes } = await readMailbox(tx, { email, secrets });
  await lockBans(tx, hashes[0]!);
  await tx.insert(bannedEmails).values({ emailHash: hashes[0]!, createdAt: now }).onConflictDoNothing();
  const verified = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.mailbox, mailbox), users.emailVerified))
    .orderBy(users.id);
  return verified.map(({ id }) => id);
}

/** Lifts a ban. False if there was none. */
export async function unbanEmail(tx: Transaction, banning: Banning): Promise<boolean> {
  const { hashes } = await readMailbox(tx, banning);
  const { rowCount } = await tx.delete(bannedEmails).where(inArray(bannedEmails.emailHash, hashes));
  return rowCount !== 0;
}

/** The keyed hash by which a ban of this email is stored, and lifted when the email is gone. */
export async function hashOfBan(tx: Transaction, banning: Banning): Promise<string> {
  return (await readMailbox(tx, banning)).hashes[0]!;
}

/** Lifts the ban of a mailbox by its hash. */
export async function liftBan(tx: Transaction, emailHash: string): Promise<void> {
  await lockBans(tx, emailHash);
  await tx.delete(bannedEmails).where(eq(bannedEmails.emailHash, emailHash));
}

export async function isEmailBanned(orm: Reader, banning: Banning): Promise<boolean> {
  return isBanned(orm, (await readMailbox(orm, banning)).hashes);
}

/** Checks an account that gets or verifies an email. It and a simultaneous ban wait for each other. */
export async function throwIfEmailBanned(tx: Transaction, banning: Banning): Promise<void> {
  const { hashes } = await readMailbox(tx, banning);
  await lockBans(tx, hashes[0]!);
  if (await isBanned(tx, hashes)) throw accountProblem('email-banned');
}

async function isBanned(orm: Reader, hashes: string[]): Promise<boolean> {
  const bans = await orm.select().from(bannedEmails).where(inArray(bannedEmails.emailHash, hashes));
  return bans.length > 0;
}

/** The mailbox of an email, and the hashes of its bans; the second of before all domains of a provider were known. */
async function readMailbox(
  orm: Pick<Reader, 'execute'>,
  { email, secrets }: Banning,
): Promise<{ mailbox: string; hashes: string[] }> {
  const mailbox = await findMailbox(orm, email);
  const former = email
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/^(.[^+]*)\+.*@/, '$1@');
  const hashes = [mailbox, former].map((text) => hashMailbox(secrets, BAN_HASH, text));
  return { mailbox, hashes };
}
