import { and, lt, ne } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { clerkIssuer } from '../clerk/clerk-issuer.ts';
import { purgeUnusedSignUps } from './purge-unused-sign-ups.ts';
import {
  identityRateLimits,
  identityEmailTokens,
  identitySessions,
  identityVerifications,
  deletedIdentities,
} from './table.ts';

/** How long a removed identity is remembered, in milliseconds: longer than any issuer's tokens live. */
const TOMBSTONE_TTL_MS = 30 * 24 * 60 * 60_000;

/**
 * Removes what has ended by itself: sessions, verifications, mailed links, counted attempts, tombstones of removed identities, and
 * sign-ups that came to nothing.
 */
export async function purgeExpired(parts: Pick<ServerContext, 'database' | 'clock'>): Promise<void> {
  const { database, clock } = parts;
  const now = clock.now();
  await database.orm.delete(identitySessions).where(lt(identitySessions.expiresAt, now));
  await database.orm.delete(identityVerifications).where(lt(identityVerifications.expiresAt, now));
  await database.orm.delete(identityEmailTokens).where(lt(identityEmailTokens.expiresAt, now));
  await database.orm.delete(identityRateLimits).where(lt(identityRateLimits.resetsAt, now));
  await database.orm.delete(deletedIdentities).where(
    and(
      lt(deletedIdentities.removedAt, new Date(now.getTime() - TOMBSTONE_TTL_MS)),
      // For as long as Clerk has not been told, it goes on issuing tokens.
      ne(deletedIdentities.issuer, clerkIssuer),
    ),
  );
  await purgeUnusedSignUps(parts);
}
