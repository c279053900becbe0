import { inheritUsage, saveUsageOfMailbox } from '../budgets/usage-of-mailbox.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { throwIfEmailBanned } from '../bans/ban-email.ts';
import { hashMailbox, USAGE_HASH } from '../mailboxes.ts';

type Entering = { id: string; email: string; mailbox: string; emailVerified: boolean };

/**
 * Called in each transaction that gives an account another email or verifies it: from then on bans of the mailbox
 * apply, and what it has used today. Throws 'email-banned'.
 */
export async function enterMailbox(
  tx: Transaction,
  { secrets }: Pick<ServerContext, 'secrets'>,
  { id, email, mailbox, emailVerified }: Entering,
  now: Date,
): Promise<void> {
  await throwIfEmailBanned(tx, { email, secrets });
  const hash = hashMailbox(secrets, USAGE_HASH, mailbox);
  await inheritUsage(tx, { userId: id, mailbox: hash, isVerified: emailVerified, now });
}

/** Called in each transaction that takes a mailbox from an account: what it has used today stays with it. */
export async function leaveMailbox(
  tx: Transaction,
  { secrets }: Pick<ServerContext, 'secrets'>,
  { id, mailbox, emailVerified }: Pick<Entering, 'id' | 'mailbox' | 'emailVerified'>,
  now: Date,
): Promise<void> {
  const hash = hashMailbox(secrets, USAGE_HASH, mailbox);
  await saveUsageOfMailbox(tx, { userId: id, mailbox: hash, isVerified: emailVerified, now });
}
