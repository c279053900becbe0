import type { IncomingMessage } from 'node:http';
import { toIpNetworks } from '#platform/server/http/ip-network.ts';
import { createReadSender } from '#platform/server/http/trusted-proxies.ts';
import { RateLimiter } from '#platform/server/rate-limits/rate-limiter.ts';
import type { Bucket } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { RateLimit } from '#platform/shared/rate-limit.ts';

/** Far above what a campus behind one address asks: the limits of each market are lower. */
const requestLimit: RateLimit = { name: 'requests', points: 20_000, durationMs: MINUTE_MS };
const signInLimit: RateLimit = { name: 'sign-ins', points: 60, durationMs: MINUTE_MS };

/** What proves or replaces a password. */
const SIGN_IN_URL = /^\/api\/auth\/(?:sign-in\/|sign-up\/|forgot-password|reset-password|passkey\/confirm)/;

/** The router decodes paths and takes whole addresses, so `/api/auth/%73ign-in/email` is one of them. */
function isSignInUrl(url: string): boolean {
  if (!url.includes('%') && url.startsWith('/')) return SIGN_IN_URL.test(url);
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\?.*$/s, '');
  try {
    return SIGN_IN_URL.test(decodeURIComponent(path));
  } catch {
    // The router refuses it.
    return false;
  }
}

/** The seconds that the sender of a request waits; 0 if it may go on. */
export type AddressLimits = (request: IncomingMessage) => number;

/**
 * Limits each address over all markets of this process, so that one address does not have the limits of a hundred
 * markets. A market alone has its own limits only.
 */
export function createAddressLimits({
  clock,
  trustedProxies,
}: {
  clock: Clock;
  trustedProxies: readonly string[];
}): AddressLimits {
  const limiter = new RateLimiter(clock);
  const readSender = createReadSender(trustedProxies);
  /** To parse an address takes longer than to count it. */
  const known = new Map<string, Buckets>();
  const bucketsOf = (sender: string): Buckets => {
    const found = known.get(sender);
    if (found !== undefined) return found;
    if (known.size >= MAX_KNOWN) known.clear();
    const buckets = toBuckets(sender);
    known.set(sender, buckets);
    return buckets;
  };
  return (request) => {
    const { ordinary, signIn } = bucketsOf(readSender(request));
    const isSignIn = request.method === 'POST' && isSignInUrl(request.url!);
    return Math.ceil(takeAll(limiter, isSignIn ? signIn : ordinary) / 1_000);
  };
}

const MAX_KNOWN = 5_000;

type Buckets = { ordinary: readonly Bucket[]; signIn: readonly Bucket[] };

function toBuckets(sender: string): Buckets {
  const networks = toIpNetworks(sender);
  const bucketsOf = (limit: RateLimit): Bucket[] =>
    networks.map(({ network, share }) => ({
      limit: { ...limit, points: limit.points * share },
      key: network,
    }));
  const ordinary = bucketsOf(requestLimit);
  return { ordinary, signIn: [...ordinary, ...bucketsOf(signInLimit)] };
}

/** Takes a point from all or from none. Returns the milliseconds to wait; 0 if they were taken. */
function takeAll(limiter: RateLimiter, buckets: readonly Bucket[]): number {
  for (const [index, { limit, key }] of buckets.entries()) {
    const waitMs = limiter.take(limit, key);
    if (waitMs === 0) continue;
    for (const taken of buckets.slice(0, index)) limiter.giveBack(taken.limit, taken.key, 1);
    return waitMs;
  }
  return 0;
}
