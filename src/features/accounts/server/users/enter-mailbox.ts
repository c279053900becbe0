import { inheritUsage } from '#features/budgets/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { throwIfEmailBanned } from '../bans/ban-email.ts';
import { hashMailbox, USAGE_HASH } from '../bans/hash-mailbox.ts';

type Entering = { id: string; email: string; mailbox: string; emailVerified: boolean };

/**
 * Called in each transaction after which an account has another email, or has verified it. From then on it is
 * held to what the mailbox may do: a ban, and what the mailbox has used today. Throws 'email-banned'.
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
