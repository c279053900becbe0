import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import { isUuid } from '#platform/shared/is-uuid.ts';
import { accountProblem } from '../../../contract.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { identityEmailTokens } from '../../table.ts';

type LinkPurpose = typeof identityEmailTokens.$inferSelect.purpose;

const linkLifetimesMs = { 'verify-email': DAY_MS, 'reset-password': HOUR_MS, 'student-link': DAY_MS };

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Creates the token of an emailed link. Only its hash is stored. */
export async function createLinkToken(
  tx: Transaction,
  purpose: LinkPurpose,
  { userId, email, language }: { userId: string; email: string; language: Language },
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.insert(identityEmailTokens).values({
    tokenHash: hashOf(token),
    purpose,
    userId,
    email,
    language,
    createdAt: now,
    expiresAt: new Date(now.getTime() + linkLifetimesMs[purpose]),
  });
  return token;
}

type Link = Pick<typeof identityEmailTokens.$inferSelect, 'userId' | 'email' | 'language'>;

/** The user, email and language of a link. Throws 'link-expired' if it has expired, was used, or never existed. */
export async function getLinkToken(
  orm: Pick<Database['orm'], 'select'>,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<Link> {
  const { userId, email, language } = identityEmailTokens;
  const [link] = await orm
    .select({ userId, email, language })
    .from(identityEmailTokens)
    .where(
      and(
        eq(identityEmailTokens.tokenHash, hashOf(token)),
        eq(identityEmailTokens.purpose, purpose),
        gt(identityEmailTokens.expiresAt, now),
      ),
    );
  if (link === undefined) throw accountProblem('link-expired');
  return link;
}

/** Deletes a user's link tokens of this purpose. False if there were none, as for the second of two uses. */
export async function deleteLinkTokens(
  tx: Transaction,
  purpose: LinkPurpose,
  userId: string,
): Promise<boolean> {
  const { rowCount } = await tx
    .delete(identityEmailTokens)
    .where(and(eq(identityEmailTokens.userId, userId), eq(identityEmailTokens.purpose, purpose)));
  return rowCount !== null && rowCount > 0;
}

type StudentLink = { userId: string; email: string };

const STUDENT_LINK = 'student-link';

const toSigned = ({ userId, email }: StudentLink, until: string): string => `${userId} ${until} ${email}`;

/** The signed token of a link that confirms the student email of another provider's user, who has no identity here. */
export function createStudentLinkToken(secrets: Pick<Secrets, 'sign'>, link: StudentLink, now: Date): string {
  const until = String(now.getTime() + linkLifetimesMs[STUDENT_LINK]);
  return `${link.userId}.${until}.${secrets.sign(STUDENT_LINK, toSigned(link, until))}`;
}

/** Throws 'link-for-other-account', and 'link-expired' unless it was made for this user and email. */
export function checkStudentLinkToken(
  secrets: Pick<Secrets, 'verify'>,
  token: string,
  link: StudentLink,
  now: Date,
): void {
  const [owner = '', until = '', signature = ''] = token.split('.');
  if (owner !== link.userId && isUuid(owner)) throw accountProblem('link-for-other-account');
  const isGenuine = secrets.verify(STUDENT_LINK, toSigned(link, until), signature);
  if (!isGenuine || Number(until) <= now.getTime()) throw accountProblem('link-expired');
}
