import type { Transaction } from '#platform/server/database/database.ts';
import { accountProblem } from '../../contract.ts';
import { profileChanged, userChanged } from '../account-events.ts';
import { lockPersonOf } from './end-sessions.ts';
import { findOwnIdentity } from './find-own-identity.ts';
import type { IdentityParts } from './identity-parts.ts';
import { attemptLimits } from './limit-attempts.ts';
import { findLink, makeLinkToken } from './mail-links.ts';
import { markVerified } from './mark-verified.ts';

/** Mails the link that proves whose an e-mail is. */
export async function mailVerification(
  { mail, mails }: Pick<IdentityParts, 'mail' | 'mails'>,
  tx: Transaction,
  identity: { id: string; email: string },
  now: Date,
): Promise<void> {
  const token = await makeLinkToken(tx, 'verify-email', { ...identity, userId: identity.id }, now);
  await mail.send(tx, mails.verification(identity, token));
}

/** The same once more, because the person asks for it. Raises 'email-verified', 'identity-elsewhere' and 'too-many-requests'. */
export async function mailVerificationAgain(parts: IdentityParts, personId: string): Promise<void> {
  const { database, attempts, clock } = parts;
  const identity = await findOwnIdentity(database.orm, personId);
  if (identity.emailVerified) throw accountProblem('email-verified');
  await attempts.begin(attemptLimits.ownMail(personId, identity.email));
  await database.transaction((tx) => mailVerification(parts, tx, identity, clock.now()));
}

/**
 * Somebody has opened the link of a verification mail, signed in to the account that it is for: they have both the mailbox and the
 * account. The mailbox alone proves nothing, or whoever signs up with another's e-mail would only have to wait for its owner to open
 * the mail. It may be opened again while it lasts. Raises 'link-ended', 'link-of-another' and 'identity-elsewhere'.
 */
export async function verifyEmail(
  parts: Pick<IdentityParts, 'database' | 'clock' | 'events' | 'findUniversity'>,
  personId: string,
  token: string,
): Promise<void> {
  const { database, clock, events } = parts;
  const now = clock.now();
  await database.transaction(async (tx) => {
    const link = await findLink(tx, 'verify-email', token, now);
    await lockPersonOf(tx, link.userId);
    const own = await findOwnIdentity(tx, personId);
    if (own.id !== link.userId) throw accountProblem('link-of-another');
    if (own.email !== link.email) throw accountProblem('link-ended');
    await markVerified(tx, parts, { identityId: own.id, email: own.email, now });
  });
  events.publish(userChanged, { userId: personId });
  events.publish(profileChanged, { userId: personId });
}
