import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { isUuid } from '#platform/shared/is-uuid.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { accountProblem } from '../../contract.ts';
import { profileChanged, userChanged } from '../account-events.ts';
import type { IdentityEmails } from '../identity/email-links/identity-emails.ts';
import { attemptLimits } from '../identity/rate-limits/attempt-limits.ts';
import type { AttemptCounter } from '../identity/rate-limits/limit-attempts.ts';
import { users } from '../table.ts';
import type { FindUniversity } from './find-university.ts';
import { studentBadge } from './student-badge.ts';

const PURPOSE = 'student-link';
const LINK_LIFETIME_MS = DAY_MS;

export type StudentLinkContext = Pick<
  ServerContext,
  'database' | 'clock' | 'events' | 'mailer' | 'secrets'
> & {
  attempts: AttemptCounter;
  emails: IdentityEmails;
  findUniversity: FindUniversity;
};
type LinkContent = { userId: string; email: string; until: string };

const signed = ({ userId, email, until }: LinkContent): string => `${userId} ${until} ${email}`;

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
  await attempts.begin(attemptLimits.ownMail(userId, mailbox));
  const until = String(clock.now().getTime() + LINK_LIFETIME_MS);
  const token = `${userId}.${until}.${secrets.sign(PURPOSE, signed({ userId, email, until }))}`;
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
  const { database, events } = context;
  await database.transaction((tx) => confirm(tx, context, userId, token));
  events.publish(userChanged, { userId });
  events.publish(profileChanged, { userId });
}

async function confirm(
  tx: Transaction,
  { secrets, clock, findUniversity }: StudentLinkContext,
  userId: string,
  token: string,
): Promise<void> {
  const now = clock.now();
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (user === undefined) throw commonProblem('invalid-token');
  const { email, emailVerified } = user;
  const [owner = '', until = '', signature = ''] = token.split('.');
  if (owner !== userId && isUuid(owner)) throw accountProblem('link-for-other-account');
  const isGenuine = secrets.verify(PURPOSE, signed({ userId, email, until }), signature);
  if (!isGenuine || !emailVerified || Number(until) <= now.getTime()) throw accountProblem('link-expired');
  const badge = studentBadge(findUniversity, { email, emailVerified, isNew: true }, now, user);
  await tx.update(users).set(badge).where(eq(users.id, userId));
}
