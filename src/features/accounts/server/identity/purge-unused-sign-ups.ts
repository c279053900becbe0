import { and, eq, inArray, lt, notExists, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { users } from '../table.ts';
import { embeddedIssuer } from './better-auth/create-better-auth.ts';
import { identityEmailTokens, identitySessions, identityUsers } from './table.ts';

const UNUSED_SIGN_UP_TTL_MS = 7 * 24 * 60 * 60_000;

/** At once so many; the others next time. */
const PURGE_BATCH_SIZE = 500;

/**
 * Removes sign-ups that came to nothing: a week old, never proven, and nobody was ever here by them. No administrator sees them, and
 * their e-mails would be taken for ever. Whoever is signed in, or has a mailed link that still opens it, may yet come; sessions and
 * links that have ended are gone by now.
 */
export async function purgeUnusedSignUps({
  database,
  clock,
}: Pick<ServerContext, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - UNUSED_SIGN_UP_TTL_MS);
  await database.transaction(async (tx) => {
    const unused = unusedSince(tx, before);
    const found = await tx
      .select({ id: identityUsers.id })
      .from(identityUsers)
      .where(unused)
      .limit(PURGE_BATCH_SIZE)
      .for('update', { skipLocked: true });
    const ids = found.map(({ id }) => id);
    // Asked once more under the lock, for which a first token, a sign-in and a new link wait: one may just have been faster.
    if (ids.length > 0) await tx.delete(identityUsers).where(and(inArray(identityUsers.id, ids), unused));
  });
}

function unusedSince(tx: Transaction, before: Date): SQL | undefined {
  const { id, emailVerified, createdAt } = identityUsers;
  const user = and(eq(users.issuer, embeddedIssuer), eq(users.subject, sql`${id}::text`));
  return and(
    eq(emailVerified, false),
    lt(createdAt, before),
    notExists(tx.select().from(users).where(user)),
    notExists(tx.select().from(identitySessions).where(eq(identitySessions.userId, id))),
    notExists(tx.select().from(identityEmailTokens).where(eq(identityEmailTokens.userId, id))),
  );
}
