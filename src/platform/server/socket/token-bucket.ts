/** The size of a burst, and its refill rate. */
export type RateLimit = { burst: number; perSecond: number };

/** A token bucket of one sender. `now` is in milliseconds. */
export class TokenBucket {
  readonly #allowance: RateLimit;
  #tokens: number;
  #at: number;

  constructor(allowance: RateLimit, now: number) {
    this.#allowance = allowance;
    this.#tokens = allowance.burst;
    this.#at = now;
  }

  /** Takes one. False if there is none left. */
  take(now: number): boolean {
    this.#refill(now);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Seconds until one can be taken. */
  wait(now: number): number {
    this.#refill(now);
    return Math.max(0, (1 - this.#tokens) / this.#allowance.perSecond);
  }

  isFull(now: number): boolean {
    this.#refill(now);
    return this.#tokens >= this.#allowance.burst;
  }

  #refill(now: number): void {
    const passed = Math.max(0, now - this.#at) / 1000;
    this.#tokens = Math.min(this.#allowance.burst, this.#tokens + passed * this.#allowance.perSecond);
    this.#at = now;
  }
}

/** A bucket per key, dropped once it is full again. */
export class KeyedTokenBuckets {
  readonly #allowance: RateLimit;
  readonly #buckets = new Map<string, TokenBucket>();
  #sweepAt = 1000;

  constructor(allowance: RateLimit) {
    this.#allowance = allowance;
  }

  /** Takes one from the key's bucket. Returns 0, or the seconds to wait. */
  take(key: string, now: number): number {
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      if (this.#buckets.size >= this.#sweepAt) this.#sweep(now);
      this.#buckets.set(key, (bucket = new TokenBucket(this.#allowance, now)));
    }
    return bucket.take(now) ? 0 : bucket.wait(now);
  }

  /** The number of stored keys. */
  get size(): number {
    return this.#buckets.size;
  }

  #sweep(now: number): void {
    for (const [key, bucket] of this.#buckets) if (bucket.isFull(now)) this.#buckets.delete(key);
    this.#sweepAt = Math.max(1000, this.#buckets.size * 2);
  }
}
