import { eq } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { accountProblem } from '../../contract.ts';
import { profileChanged, userChanged } from '../account-events.ts';
import { checkStudentLinkToken, createStudentLinkToken } from '../identity/email-links/email-links.ts';
import type { IdentityEmails } from '../identity/email-links/identity-emails.ts';
import { attemptsAt } from '../identity/rate-limits/attempt-limits.ts';
import type { AttemptCounter } from '../identity/rate-limits/limit-attempts.ts';
import { users } from '../table.ts';
import type { FindUniversity } from './find-university.ts';
import { studentBadge } from './student-badge.ts';

export type StudentLinkContext = Pick<
  ServerContext,
  'database' | 'clock' | 'events' | 'mailer' | 'secrets'
> & {
  attempts: AttemptCounter;
  emails: IdentityEmails;
  findUniversity: FindUniversity;
};

/**
 * Emails the link that confirms the student email of a user of another identity provider, which only says
 * that it has verified the email once. Throws 'identity-managed-elsewhere', 'email-already-verified' and
 * 'too-many-requests'.
 */
export async function sendStudentLink(context: StudentLinkContext, userId: string): Promise<void> {
  const { database, clock, mailer, secrets, attempts, emails, findUniversity } = context;
  const [user] = await database.orm
    .select({ email: users.email, mailbox: users.mailbox, emailVerified: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId));
  // The first verification is the other provider's.
  if (!user?.emailVerified) throw accountProblem('identity-managed-elsewhere');
  const { email, mailbox } = user;
  if (findUniversity(email) === null) throw accountProblem('email-already-verified');
  await attempts.begin(attemptsAt.ownMail, { user: userId, mailbox, sender: userId });
  const token = createStudentLinkToken(secrets, { userId, email }, clock.now());
  await database.transaction((tx) => mailer.send(tx, emails.studentLink({ id: userId, email }, token)));
}

/**
 * Confirms the student email of the signed-in user by a link that was sent to it. The link works until it
 * expires. Throws 'link-expired' and 'link-for-other-account'.
 */
export async function openStudentLink(
  context: StudentLinkContext,
  userId: string,
  token: string,
): Promise<void> {
  const { database, events, secrets, clock, findUniversity } = context;
  const now = clock.now();
  await database.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (user === undefined) throw commonProblem('invalid-token');
    const { email, emailVerified } = user;
    checkStudentLinkToken(secrets, token, { userId, email }, now);
    if (!emailVerified) throw accountProblem('link-expired');
    const badge = studentBadge(findUniversity, { email, emailVerified, isNew: true }, now, user);
    await tx.update(users).set(badge).where(eq(users.id, userId));
    for (const topic of [userChanged, profileChanged]) events.publish(topic, { userId });
  });
}
