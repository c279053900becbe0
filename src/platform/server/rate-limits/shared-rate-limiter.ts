import type { Clock } from '#platform/shared/clock.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { RateLimit } from '#platform/shared/rate-limit.ts';
import { toIpNetworks } from '../http/ip-network.ts';
import { RateLimiter } from './rate-limiter.ts';

export type Bucket = { limit: RateLimit; key: string };

/** Counts that all processes share. Null while they cannot be reached. */
export type SharedCounts = {
  /** Takes the points from all buckets or from none. Returns the milliseconds to wait; 0 if they were taken. */
  take(buckets: readonly Bucket[], points: number, now: Date): Promise<number | null>;
  /** Takes one of `places` for the key until the returned function is called; 'full' if there is none. */
  enter(places: ConcurrencyLimit, key: string, now: Date): Promise<(() => void) | 'full' | null>;
};

export type ConcurrencyLimit = { name: string; places: number };

export type RateLimits = {
  /** Takes points of the key. Throws 'too-many-requests' with the seconds until there are enough. */
  consume(limit: RateLimit, key: string, points?: number): Promise<void>;
  /** An IPv6 address also counts for the larger networks around it, which have more points. */
  consumeForIp(limit: RateLimit, ip: string, points?: number): Promise<void>;
  tryConsume(limit: RateLimit, key: string): Promise<boolean>;
};

/** Refuses nothing (benchmarks). */
export const unlimited: RateLimits = {
  consume: async () => {},
  consumeForIp: async () => {},
  tryConsume: async () => true,
};

/** Counts on its own besides the shared counts: what it refuses needs no other, and it goes on without them. */
export class SharedRateLimiter implements RateLimits {
  readonly #clock: Clock;
  readonly #own: RateLimiter;
  #shared: SharedCounts | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#own = new RateLimiter(clock);
  }

  share(counts: SharedCounts): void {
    this.#shared = counts;
  }

  async consume(limit: RateLimit, key: string, points = 1): Promise<void> {
    throwIfRefused(await this.#take([{ limit, key }], points));
  }

  async consumeForIp(limit: RateLimit, ip: string, points = 1): Promise<void> {
    const buckets = toIpNetworks(ip).map(({ network, share }) => ({
      limit: { ...limit, points: limit.points * share },
      key: network,
    }));
    throwIfRefused(await this.#take(buckets, points));
  }

  async tryConsume(limit: RateLimit, key: string): Promise<boolean> {
    return (await this.#take([{ limit, key }], 1)) === 0;
  }

  /**
   * Takes one of a key's places in all processes until the result is called; null: none is free. Alone it
   * counts none.
   */
  async enter(places: ConcurrencyLimit, key: string): Promise<(() => void) | null> {
    const leave = await this.#shared?.enter(places, key, this.#clock.now());
    return leave === 'full' ? null : (leave ?? (() => {}));
  }

  /** Counts on its own from now on. */
  close(): void {
    this.#shared = null;
  }

  /** Milliseconds to wait; 0 if the points were taken. */
  async #take(buckets: Bucket[], points: number): Promise<number> {
    for (const [index, { limit, key }] of buckets.entries()) {
      const waitMs = this.#own.take(limit, key, points);
      if (waitMs === 0) continue;
      this.#giveBack(buckets.slice(0, index), points);
      return waitMs;
    }
    const waitMs = (await this.#shared?.take(buckets, points, this.#clock.now())) ?? 0;
    if (waitMs > 0) this.#giveBack(buckets, points);
    return waitMs;
  }

  #giveBack(buckets: readonly Bucket[], points: number): void {
    for (const { limit, key } of buckets) this.#own.giveBack(limit, key, points);
  }
}

function throwIfRefused(waitMs: number): void {
  if (waitMs > 0) throw commonProblem('too-many-requests', { retryAfter: waitMs / 1000 });
}
