import { toIpNetworks } from '../http/ip-network.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { RateLimit } from '#platform/shared/rate-limit.ts';
import { TokenBucket } from './token-bucket.ts';

const MIN_SWEEP_SIZE = 1000;

/** What a rate limiter does for its callers. */
export type RateLimits = Pick<RateLimiter, 'consume' | 'consumeForIp' | 'tryConsume'>;

/** Refuses nothing (benchmarks). */
export const unlimited: RateLimits = { consume: () => {}, consumeForIp: () => {}, tryConsume: () => true };

/** Rate limits of this process, in memory. A bucket that is full again is deleted. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, TokenBucket>();
  #sweepSize = MIN_SWEEP_SIZE;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes points of the key. Throws 'too-many-requests' with the seconds until there are enough. */
  consume(limit: RateLimit, key: string, points = 1): void {
    const now = this.#clock.now().getTime();
    const bucket = this.#bucketOf(limit, key, now);
    if (!bucket.take(now, points))
      throw commonProblem('too-many-requests', { retryAfter: bucket.waitMs(now, points) / 1000 });
  }

  /** An IPv6 address also counts for the larger networks around it, which have more points. */
  consumeForIp(limit: RateLimit, ip: string, points?: number): void {
    for (const { network, share } of toIpNetworks(ip))
      this.consume({ ...limit, points: limit.points * share }, network, points);
  }

  /** Takes a point of the key. Returns false, and takes none, if there is none left. */
  tryConsume(limit: RateLimit, key: string): boolean {
    const now = this.#clock.now().getTime();
    return this.#bucketOf(limit, key, now).take(now);
  }

  /** Buckets in memory. */
  get size(): number {
    return this.#buckets.size;
  }

  #bucketOf(limit: RateLimit, key: string, now: number): TokenBucket {
    const id = `${limit.name} ${key}`;
    let bucket = this.#buckets.get(id);
    if (bucket === undefined) {
      if (this.#buckets.size >= this.#sweepSize) this.#sweep(now);
      this.#buckets.set(id, (bucket = new TokenBucket(limit, now)));
    }
    return bucket;
  }

  #sweep(now: number): void {
    for (const [id, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(id);
    this.#sweepSize = Math.max(MIN_SWEEP_SIZE, this.#buckets.size * 2);
  }
}
