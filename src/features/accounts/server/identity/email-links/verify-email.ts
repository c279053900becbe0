import type { Transaction } from '#platform/server/database/database.ts';
import { accountProblem } from '../../../contract.ts';
import { profileChanged, userChanged } from '../../account-events.ts';
import { findMailbox } from '../../users/find-mailbox.ts';
import { lockUserOfIdentity } from '../sessions/revoke-sessions.ts';
import { getOwnIdentity } from '../get-own-identity.ts';
import type { IdentityContext } from '../identity-context.ts';
import { attemptsAt } from '../rate-limits/attempt-limits.ts';
import { getLinkToken, createLinkToken } from './email-links.ts';
import { markEmailVerified } from './mark-email-verified.ts';

/** Emails the link that verifies an email. */
export async function sendVerificationEmail(
  { mailer, emails }: Pick<IdentityContext, 'mailer' | 'emails'>,
  tx: Transaction,
  identity: { id: string; email: string },
  now: Date,
): Promise<void> {
  const token = await createLinkToken(tx, 'verify-email', { ...identity, userId: identity.id }, now);
  await mailer.send(tx, emails.verification(identity, token));
}

/**
 * Emails a new verification link; a verified student email is confirmed again. Throws
 * 'email-already-verified', 'identity-managed-elsewhere' and 'too-many-requests'.
 */
export async function resendVerificationEmail(
  context: Omit<IdentityContext, 'identity' | 'deleteUserData' | 'attachProfileImage'>,
  userId: string,
): Promise<void> {
  const { database, attempts, clock, findUniversity } = context;
  const identity = await getOwnIdentity(database.orm, userId);
  if (identity.emailVerified && findUniversity(identity.email) === null)
    throw accountProblem('email-already-verified');
  const mailbox = await findMailbox(database.orm, identity.email);
  await attempts.begin(attemptsAt.ownMail, { user: userId, mailbox, sender: userId });
  await database.transaction((tx) => sendVerificationEmail(context, tx, identity, clock.now()));
}

/**
 * Verifies the email of the signed-in user by a link that was sent to it. The link alone is not enough: an
 * attacker who signs up with the email of another would only have to wait until its owner opens the link. It
 * can be used again until it expires. Returns the email. Throws 'link-expired', 'link-for-other-account',
 * 'identity-managed-elsewhere' and 'email-banned'.
 */
export async function verifyEmail(
  context: Pick<IdentityContext, 'database' | 'clock' | 'events' | 'secrets' | 'findUniversity'>,
  userId: string,
  token: string,
): Promise<{ email: string }> {
  const { database, clock, events } = context;
  const now = clock.now();
  return database.transaction(async (tx) => {
    const link = await getLinkToken(tx, 'verify-email', token, now);
    await lockUserOfIdentity(tx, link.userId);
    const own = await getOwnIdentity(tx, userId);
    if (own.id !== link.userId) throw accountProblem('link-for-other-account');
    if (own.email !== link.email) throw accountProblem('link-expired');
    await markEmailVerified(tx, context, { identityId: own.id, email: own.email, now });
    for (const topic of [userChanged, profileChanged]) events.publish(topic, { userId });
    return { email: own.email };
  });
}
