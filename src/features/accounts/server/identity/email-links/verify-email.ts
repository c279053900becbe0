import { and, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { accountProblem, emailLinkEndpoints } from '../../../contract.ts';
import { languageOfUser } from '../../../language-of-user.ts';
import { profileChanged, userChanged } from '../../account-events.ts';
import { EMBEDDED_ISSUER } from '../../issuers.ts';
import { findMailbox } from '../../mailboxes.ts';
import { identityUsers, users } from '../../table.ts';
import { studentBadge } from '../../universities/student-badge.ts';
import { enterMailbox } from '../../users/enter-mailbox.ts';
import { getOwnIdentity } from '../get-own-identity.ts';
import type { AccountContext } from '../identity-context.ts';
import { attemptsAt } from '../rate-limits/attempt-limits.ts';
import { lockUserOfIdentity } from '../sessions/revoke-sessions.ts';
import {
  checkStudentLinkToken,
  createLinkToken,
  createStudentLinkToken,
  getLinkToken,
} from './email-links.ts';

const done = { done: true } as const;

/** A link verifies the email of an embedded user, and confirms the student email of all others. */
export function mountEmailLinks(context: AccountContext): void {
  const { endpoints, database, devices, events } = context;
  endpoints.mount(emailLinkEndpoints, {
    'POST /api/auth/send-verification-email': async ({ actor, caller }) => {
      await sendOwnLink(context, actor.id, caller.language);
      return done;
    },
    'POST /api/auth/verify-email': async ({ actor, body, cookies }) => {
      const { isEmbedded } = await findLinkOwner(database.orm, actor.id);
      const open = isEmbedded ? verifyEmail : confirmStudentEmail;
      const email = await database.transaction(async (tx) => {
        for (const topic of [userChanged, profileChanged]) events.publish(topic, { userId: actor.id });
        return open(tx, context, actor.id, body.token);
      });
      if (isEmbedded) cookies.set(devices.remember(cookies.sent, email));
      return done;
    },
  });
}

async function findLinkOwner(orm: Pick<Database['orm'], 'select'>, userId: string) {
  const { email, emailVerified, issuer, language } = users;
  const [user] = await orm
    .select({ email, emailVerified, issuer, language })
    .from(users)
    .where(eq(users.id, userId));
  return { ...user, isEmbedded: user?.issuer === EMBEDDED_ISSUER };
}

/**
 * Emails the verification link again, also to confirm a verified student email for another year. For another
 * provider's users a link confirms the student email alone. Throws 'email-already-verified',
 * 'identity-managed-elsewhere' and 'too-many-requests'.
 */
async function sendOwnLink(context: AccountContext, userId: string, asked: Language): Promise<void> {
  const { database, attempts, clock, mailer, secrets, emails, findUniversity, localeOf } = context;
  const owner = await findLinkOwner(database.orm, userId);
  const chosen = { language: owner.language ?? null, seenLanguage: asked };
  const language = languageOfUser(chosen, localeOf());
  // The first verification is the other provider's.
  if (!owner.isEmbedded && !owner.emailVerified) throw accountProblem('identity-managed-elsewhere');
  const identity = owner.isEmbedded ? await getOwnIdentity(database.orm, userId) : null;
  const { email = '', emailVerified } = identity ?? owner;
  if (emailVerified && findUniversity(email) === null) throw accountProblem('email-already-verified');
  const mailbox = await findMailbox(database.orm, email);
  await attempts.begin(attemptsAt.ownMail, { user: userId, mailbox, sender: userId });
  const now = clock.now();
  await database.transaction((tx) => {
    if (identity !== null) return sendVerificationEmail(context, tx, { ...identity, language }, now);
    const token = createStudentLinkToken(secrets, { userId, email }, now);
    return mailer.send(tx, emails.studentLink({ id: userId, email, locale: localeOf(language) }, token));
  });
}

export async function sendVerificationEmail(
  { mailer, emails, localeOf }: AccountContext,
  tx: Transaction,
  { id, email, language }: { id: string; email: string; language: Language },
  now: Date,
): Promise<void> {
  const token = await createLinkToken(tx, 'verify-email', { userId: id, email, language }, now);
  await mailer.send(tx, emails.verification({ id, email, locale: localeOf(language) }, token));
}

/**
 * Verifies the email of the signed-in user by an emailed link, until it expires. The link alone is not enough: an
 * attacker who signs up with the email of another would only have to wait until its owner opens it. Throws
 * 'link-expired', 'link-for-other-account', 'identity-managed-elsewhere' and 'email-banned'.
 */
async function verifyEmail(
  tx: Transaction,
  context: AccountContext,
  userId: string,
  token: string,
): Promise<string> {
  const now = context.clock.now();
  const link = await getLinkToken(tx, 'verify-email', token, now);
  await lockUserOfIdentity(tx, link.userId);
  const { id: identityId, email } = await getOwnIdentity(tx, userId);
  if (identityId !== link.userId) throw accountProblem('link-for-other-account');
  if (email !== link.email) throw accountProblem('link-expired');
  await markEmailVerified(tx, context, { identityId, email, now });
  return email;
}

/** Confirms another provider's student email by an emailed link. Throws 'link-expired' and 'link-for-other-account'. */
async function confirmStudentEmail(
  tx: Transaction,
  { secrets, clock, findUniversity }: AccountContext,
  userId: string,
  token: string,
): Promise<string> {
  const now = clock.now();
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (user === undefined) throw commonProblem('invalid-token');
  const { email, emailVerified } = user;
  checkStudentLinkToken(secrets, token, { userId, email }, now);
  if (!emailVerified) throw accountProblem('link-expired');
  const badge = studentBadge(findUniversity, { email, emailVerified, isNew: true }, now, user);
  await tx.update(users).set(badge).where(eq(users.id, userId));
  return email;
}

/**
 * Marks the email of an identity and its user as verified. The caller has locked the user (`lockUserOfIdentity`),
 * and publishes the change. Throws 'email-banned'.
 */
export async function markEmailVerified(
  tx: Transaction,
  context: Pick<AccountContext, 'findUniversity' | 'secrets'>,
  { identityId, email, now }: { identityId: string; email: string; now: Date },
): Promise<void> {
  await tx
    .update(identityUsers)
    .set({ emailVerified: true, updatedAt: now })
    .where(and(eq(identityUsers.id, identityId), eq(identityUsers.email, email)));
  const verification = { email, emailVerified: true, isNew: true };
  const { studentUniversity, studentConfirmedAt } = studentBadge(context.findUniversity, verification, now);
  const [verified] = await tx
    .update(users)
    .set({
      emailVerified: true,
      studentUniversity,
      studentConfirmedAt,
      // Only a first badge fills it in: a user who has had one may have cleared the university.
      university: sql`case when ${users.studentUniversity} is null and ${users.studentConfirmedAt} is null then coalesce(${users.university}, ${studentUniversity}) else ${users.university} end`,
    })
    .where(and(eq(users.issuer, EMBEDDED_ISSUER), eq(users.subject, identityId), eq(users.email, email)))
    .returning();
  if (verified !== undefined) await enterMailbox(tx, context, verified, now);
}
