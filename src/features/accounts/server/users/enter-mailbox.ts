import { and, eq, ne, or, sql } from 'drizzle-orm';
import { inheritUsage, saveUsageOfMailbox } from '../budgets/usage-of-mailbox.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { throwIfEmailBanned } from '../bans/ban-email.ts';
import { hashMailbox, USAGE_HASH } from '../mailboxes.ts';
import { users } from '../table.ts';
import { inheritPause, savePauseOfMailbox } from './pause-of-mailbox.ts';

type Entering = { id: string; email: string; mailbox: string; emailVerified: boolean };

/**
 * Called in each transaction that gives an account another email or verifies it: from then on bans of the mailbox
 * apply, what it has used today, and its pause if it is verified. Returns the end of that. Throws 'email-banned'.
 */
export async function enterMailbox(
  tx: Transaction,
  { secrets }: Pick<ServerContext, 'secrets'>,
  { id, email, mailbox, emailVerified }: Entering,
  now: Date,
): Promise<Date | null> {
  await throwIfEmailBanned(tx, { email, secrets });
  const hash = hashMailbox(secrets, USAGE_HASH, mailbox);
  await inheritUsage(tx, { userId: id, mailbox: hash, isVerified: emailVerified, now });
  return emailVerified ? inheritPause(tx, { userId: id, mailbox: hash, now }) : null;
}

/** Called in each transaction that takes a mailbox from an account: what it has used today stays with it, and its pause. */
export async function leaveMailbox(
  tx: Transaction,
  { secrets }: Pick<ServerContext, 'secrets'>,
  { id, mailbox, emailVerified }: Pick<Entering, 'id' | 'mailbox' | 'emailVerified'>,
  now: Date,
): Promise<void> {
  const hash = hashMailbox(secrets, USAGE_HASH, mailbox);
  await saveUsageOfMailbox(tx, { userId: id, mailbox: hash, isVerified: emailVerified, now });
  if (emailVerified) await savePauseOfMailbox(tx, { userId: id, mailbox: hash, now });
}

/** Releases an unverified email for its owner: the other account gets an undeliverable address. */
export async function releaseUnverifiedEmail(
  tx: Transaction,
  { secrets }: Pick<ServerContext, 'secrets'>,
  {
    issuer,
    subject,
    email,
    emailVerified,
  }: Pick<typeof users.$inferSelect, 'issuer' | 'subject' | 'email' | 'emailVerified'>,
  now: Date,
): Promise<void> {
  if (!emailVerified) return;
  const isOther = or(ne(users.issuer, issuer), ne(users.subject, subject));
  const [other] = await tx
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email), eq(users.emailVerified, false), isOther))
    .for('no key update');
  if (other === undefined) return;
  await leaveMailbox(tx, { secrets }, other, now);
  await tx
    .update(users)
    .set({ email: `${other.id}@unproven.invalid` })
    .where(eq(users.id, other.id));
}
