import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { accountProblem } from '../../../contract.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { identityEmailTokens } from '../table.ts';

type LinkPurpose = typeof identityEmailTokens.$inferSelect.purpose;

/** In milliseconds. */
const lifetimes: Record<LinkPurpose, number> = {
  'verify-email': DAY_MS,
  'reset-password': HOUR_MS,
};

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Creates the token of an emailed link. Only its hash is stored. */
export async function createLinkToken(
  tx: Transaction,
  purpose: LinkPurpose,
  { userId, email }: { userId: string; email: string },
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.insert(identityEmailTokens).values({
    tokenHash: hashOf(token),
    purpose,
    userId,
    email,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimes[purpose]),
  });
  return token;
}

/** The user and email of a link. Throws 'link-expired' if it has expired, was used, or never existed. */
export async function getLinkToken(
  orm: Pick<Database['orm'], 'select'>,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<{ userId: string; email: string }> {
  const [link] = await orm
    .select({ userId: identityEmailTokens.userId, email: identityEmailTokens.email })
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

/**
 * Deletes all link tokens of a user for this purpose. False if there were none: of two uses of a link at
 * once, one gets false.
 */
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
