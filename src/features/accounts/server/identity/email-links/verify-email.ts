import type { Transaction } from '#platform/server/database/database.ts';
import { accountProblem } from '#features/accounts/contract.ts';
import { profileChanged, userChanged } from '#features/accounts/server/account-events.ts';
import { lockUserOfIdentity } from '../sessions/revoke-sessions.ts';
import { getOwnIdentity } from '../get-own-identity.ts';
import type { IdentityContext } from '../identity-context.ts';
import { attemptLimits } from '../rate-limits/attempt-limits.ts';
import { getLinkToken, createLinkToken } from './email-link-tokens.ts';
import { markEmailVerified } from './mark-email-verified.ts';

/** Mails the link that proves whose an e-mail is. */
export async function sendVerificationEmail(
  { mail, mails }: Pick<IdentityContext, 'mail' | 'mails'>,
  tx: Transaction,
  identity: { id: string; email: string },
  now: Date,
): Promise<void> {
  const token = await createLinkToken(tx, 'verify-email', { ...identity, userId: identity.id }, now);
  await mail.send(tx, mails.verification(identity, token));
}

/** The same once more, because the person asks for it. Raises 'email-verified', 'identity-elsewhere' and 'too-many-requests'. */
export async function resendVerificationEmail(parts: IdentityContext, userId: string): Promise<void> {
  const { database, attempts, clock } = parts;
  const identity = await getOwnIdentity(database.orm, userId);
  if (identity.emailVerified) throw accountProblem('email-verified');
  await attempts.begin(attemptLimits.ownMail(userId, identity.email));
  await database.transaction((tx) => sendVerificationEmail(parts, tx, identity, clock.now()));
}

/**
 * Somebody has opened the link of a verification mail, signed in to the account that it is for: they have both the mailbox and the
 * account. The mailbox alone proves nothing, or whoever signs up with another's e-mail would only have to wait for its owner to open
 * the mail. It may be opened again while it lasts. Raises 'link-ended', 'link-of-another' and 'identity-elsewhere'.
 */
export async function verifyEmail(
  parts: Pick<IdentityContext, 'database' | 'clock' | 'events' | 'findUniversity'>,
  userId: string,
  token: string,
): Promise<void> {
  const { database, clock, events } = parts;
  const now = clock.now();
  await database.transaction(async (tx) => {
    const link = await getLinkToken(tx, 'verify-email', token, now);
    await lockUserOfIdentity(tx, link.userId);
    const own = await getOwnIdentity(tx, userId);
    if (own.id !== link.userId) throw accountProblem('link-of-another');
    if (own.email !== link.email) throw accountProblem('link-ended');
    await markEmailVerified(tx, parts, { identityId: own.id, email: own.email, now });
  });
  events.publish(userChanged, { userId: userId });
  events.publish(profileChanged, { userId: userId });
}
