import { and, lt, ne, or } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { CLERK_ISSUER } from '../clerk/clerk-issuer.ts';
import { oldestSessionStart } from './sessions/session-tokens.ts';
import { purgeUnusedSignUps } from './purge-unused-sign-ups.ts';
import {
  identityRateLimits,
  identityEmailTokens,
  identitySessions,
  identityVerifications,
  deletedIdentities,
} from './table.ts';

/** Longer than tokens of any issuer live. */
const TOMBSTONE_TTL_MS = 30 * DAY_MS;

/**
 * Deletes expired sessions, verifications, link tokens, rate limits and tombstones of deleted identities, and
 * unused sign-ups.
 */
export async function purgeExpired(context: Pick<ServerContext, 'database' | 'clock'>): Promise<void> {
  const { database, clock } = context;
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
  await purgeUnusedSignUps(context);
}
