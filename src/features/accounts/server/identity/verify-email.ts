import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { accountProblem } from '../../contract.ts';
import { profileChanged, userChanged } from '../account-events.ts';
import { lockPersonOf } from './end-sessions.ts';
import { findOwnIdentity } from './find-own-identity.ts';
import type { IdentityParts } from './identity-parts.ts';
import { attemptLimits } from './limit-attempts.ts';
import { findLink, makeLinkToken } from './mail-links.ts';
import { markVerified } from './mark-verified.ts';
import { identityUsers } from './table.ts';

/** Mails the link that proves whose an e-mail is. */
export async function mailVerification(
  { mail, mails }: Pick<IdentityParts, 'mail' | 'mails'>,
  tx: Transaction,
  identity: { id: string; email: string },
  now: Date,
): Promise<void> {
  const token = await makeLinkToken(tx, 'verify-email', { ...identity, userId: identity.id }, now);
  await mail.send(tx, mails.verification(identity.email, token));
}

/** The same once more, because the person asks for it. Raises 'email-verified', 'identity-elsewhere' and 'too-many-requests'. */
export async function mailVerificationAgain(
  parts: IdentityParts,
  personId: string,
  address: string,
): Promise<void> {
  const { database, attempts, clock } = parts;
  const identity = await findOwnIdentity(database.orm, personId);
  if (identity.emailVerified) throw accountProblem('email-verified');
  await attempts.begin(attemptLimits.mail(identity.email, address));
  await database.transaction((tx) => mailVerification(parts, tx, identity, clock.now()));
}

/**
 * Somebody has opened the link of a verification mail. It may be opened again while it lasts: what looks into mails before their
 * readers do would use it up. Raises 'link-ended'.
 */
export async function verifyEmail(
  parts: Pick<IdentityParts, 'database' | 'clock' | 'events' | 'findUniversity'>,
  token: string,
): Promise<void> {
  const { database, clock, events } = parts;
  const now = clock.now();
  const person = await database.transaction(async (tx) => {
    const link = await findLink(tx, 'verify-email', token, now);
    const found = await lockPersonOf(tx, link.userId);
    const [identity] = await tx
      .select({ email: identityUsers.email })
      .from(identityUsers)
      .where(eq(identityUsers.id, link.userId));
    if (identity?.email !== link.email) throw accountProblem('link-ended');
    await markVerified(tx, parts, { identityId: link.userId, email: link.email, now });
    return found;
  });
  if (person !== null) {
    events.publish(userChanged, { userId: person.id });
    events.publish(profileChanged, { userId: person.id });
  }
}
