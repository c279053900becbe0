import type { Clock } from '#platform/shared/clock.ts';
import type { RateLimit } from '#platform/shared/rate-limit.ts';
import { TokenBucket } from './token-bucket.ts';

const MIN_SWEEP_SIZE = 1000;

/** Limits of this process alone; full buckets are deleted. Users and addresses have `SharedRateLimiter`. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, TokenBucket>();
  #sweepSize = MIN_SWEEP_SIZE;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes points of the key. Returns the milliseconds until there are enough, and takes none; 0 if taken. */
  take(limit: RateLimit, key: string, points = 1): number {
    const now = this.#clock.now().getTime();
    const bucket = this.#bucketOf(limit, key, now);
    return bucket.take(now, points) ? 0 : bucket.waitMs(now, points);
  }

  giveBack(limit: RateLimit, key: string, points: number): void {
    this.#bucketOf(limit, key, this.#clock.now().getTime()).giveBack(points);
  }

  /** Takes a point of the key. Returns false, and takes none, if there is none left. */
  tryConsume(limit: RateLimit, key: string): boolean {
    return this.take(limit, key) === 0;
  }

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
