import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import { bannedEmails } from '../table.ts';
import { hashMailbox } from './hash-mailbox.ts';

type Sealing = Pick<Secrets, 'sign'>;

/** Bans an email from signing up. An existing account keeps it. */
export async function banEmail(
  tx: Transaction,
  { email, secrets, now }: { email: string; secrets: Sealing; now: Date },
): Promise<void> {
  await tx
    .insert(bannedEmails)
    .values({ emailHash: hashOf(secrets, email), createdAt: now })
    .onConflictDoNothing();
}

/** Lifts a ban. False if there was none. */
export async function unbanEmail(
  tx: Transaction,
  { email, secrets }: { email: string; secrets: Sealing },
): Promise<boolean> {
  const unbanned = await tx
    .delete(bannedEmails)
    .where(eq(bannedEmails.emailHash, hashOf(secrets, email)))
    .returning({ at: bannedEmails.createdAt });
  return unbanned.length > 0;
}

export async function isEmailBanned(
  orm: Pick<Database['orm'], 'select'>,
  { email, secrets }: { email: string; secrets: Sealing },
): Promise<boolean> {
  const [banned] = await orm
    .select({ at: bannedEmails.createdAt })
    .from(bannedEmails)
    .where(eq(bannedEmails.emailHash, hashOf(secrets, email)));
  return banned !== undefined;
}

/** The purpose keeps a former word for a ban. */
const hashOf = (secrets: Sealing, email: string) => hashMailbox(secrets, 'barred-emails', email);
