import { and, lt, ne } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { clerkIssuer } from '../clerk/clerk-issuer.ts';
import { purgeUnusedSignUps } from './purge-unused-sign-ups.ts';
import {
  identityAttempts,
  identityLinks,
  identitySessions,
  identityVerifications,
  removedIdentities,
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
  await database.orm.delete(identityLinks).where(lt(identityLinks.expiresAt, now));
  await database.orm.delete(identityAttempts).where(lt(identityAttempts.resetsAt, now));
  await database.orm.delete(removedIdentities).where(
    and(
      lt(removedIdentities.removedAt, new Date(now.getTime() - TOMBSTONE_TTL_MS)),
      // For as long as Clerk has not been told, it goes on issuing tokens.
      ne(removedIdentities.issuer, clerkIssuer),
    ),
  );
  await purgeUnusedSignUps(parts);
}
