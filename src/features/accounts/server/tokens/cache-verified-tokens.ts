import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { atMostEntries } from '#platform/server/at-most-entries.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { TokenVerifier, VerifiedToken } from './verify-token.ts';

/** The lifetime of an embedded token. A key that its issuer withdraws is trusted for this time at most. */
const LIFETIME_MS = 5 * MINUTE_MS;
/** The most cached tokens, about 15 MB. */
const MAX_TOKENS = 20_000;

/** Verifies the signature of a token once; sessions and users are looked up each time. Only digests are stored. */
export function cacheVerifiedTokens(verify: TokenVerifier, clock: Clock): TokenVerifier {
  const known = new LRUCache<string, { verified: VerifiedToken; until: number }>(atMostEntries(MAX_TOKENS));
  return async (token) => {
    const key = hash('sha256', token, 'base64');
    const now = clock.now().getTime();
    const cached = known.get(key);
    if (cached !== undefined && now < cached.until && now >= cached.until - LIFETIME_MS)
      return cached.verified;
    known.delete(key);
    const verified = await verify(token);
    if (verified === null) return null;
    known.set(key, { verified, until: Math.min(verified.expiresAt.getTime(), now + LIFETIME_MS) });
    return verified;
  };
}
