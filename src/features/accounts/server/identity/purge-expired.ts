import { and, eq, inArray, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { CLERK_ISSUER, EMBEDDED_ISSUER } from '../issuers.ts';
import { oldestSessionStart } from './sessions/session-tokens.ts';
import {
  users,
  identityRateLimits,
  identityEmailTokens,
  identitySessions,
  identityUsers,
  identityVerifications,
  deletedIdentities,
} from '../table.ts';

/** Longer than tokens of any issuer live. */
const TOMBSTONE_TTL_MS = 30 * DAY_MS;

/** Deletes what has expired, old tombstones of deleted identities, and unused sign-ups. */
export async function purgeExpired({
  database,
  clock,
}: Pick<ServerContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await database.orm
    .delete(identitySessions)
    .where(or(lt(identitySessions.expiresAt, now), lt(identitySessions.createdAt, oldestSessionStart(now))));
  await database.orm.delete(identityVerifications).where(lt(identityVerifications.expiresAt, now));
  await database.orm.delete(identityEmailTokens).where(lt(identityEmailTokens.expiresAt, now));
  await database.orm.delete(identityRateLimits).where(lt(identityRateLimits.resetsAt, now));
  await database.orm.delete(deletedIdentities).where(
    and(
      lt(deletedIdentities.removedAt, new Date(now.getTime() - TOMBSTONE_TTL_MS)),
      // Clerk issues tokens until the job has deleted the user there.
      ne(deletedIdentities.issuer, CLERK_ISSUER),
    ),
  );
  await purgeUnusedSignUps({ database }, now);
}

const UNUSED_SIGN_UP_TTL_MS = 7 * DAY_MS;

/** The next run deletes the others. */
const PURGE_BATCH_SIZE = 500;

/**
 * Deletes sign-ups that are a week old, unverified, and were never used for a request: their emails would stay
 * taken. One with a session or a link token may still be used.
 */
async function purgeUnusedSignUps({ database }: Pick<ServerContext, 'database'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNUSED_SIGN_UP_TTL_MS);
  await database.transaction(async (tx) => {
    const unused = unusedSince(tx, before);
    const found = await tx
      .select({ id: identityUsers.id })
      .from(identityUsers)
      .where(unused)
      .limit(PURGE_BATCH_SIZE)
      .for('update', { skipLocked: true });
    const ids = found.map(({ id }) => id);
    // Checked again under the lock: a first token, a sign-in or a new link may have come first. Later ones
    // wait for the lock.
    if (ids.length > 0) await tx.delete(identityUsers).where(and(inArray(identityUsers.id, ids), unused));
  });
}

function unusedSince(tx: Transaction, before: Date): SQL | undefined {
  const { id, emailVerified, createdAt } = identityUsers;
  const user = and(eq(users.issuer, EMBEDDED_ISSUER), eq(users.subject, sql`${id}::text`));
  return and(
    eq(emailVerified, false),
    lt(createdAt, before),
    notExists(tx.select().from(users).where(user)),
    notExists(tx.select().from(identitySessions).where(eq(identitySessions.userId, id))),
    notExists(tx.select().from(identityEmailTokens).where(eq(identityEmailTokens.userId, id))),
  );
}
