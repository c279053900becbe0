import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import { bannedEmails } from '../table.ts';

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

/** The purpose is part of the stored hashes: it keeps a former word for a ban. */
const hashOf = (secrets: Sealing, email: string) => secrets.sign('barred-emails', canonicalEmail(email));

/** One spelling for a mailbox: lower case, without a plus suffix, and for Google without dots. */
function canonicalEmail(email: string): string {
  const normalized = email.normalize('NFC').trim().toLowerCase();
  const at = normalized.lastIndexOf('@');
  const local = normalized.slice(0, at).replace(/(?<=.)\+.*$/, '');
  const domain = normalized.slice(at + 1);
  return ['gmail.com', 'googlemail.com'].includes(domain)
    ? `${local.replaceAll('.', '')}@gmail.com`
    : `${local}@${domain}`;
}
