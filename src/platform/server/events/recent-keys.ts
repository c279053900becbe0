import type { Clock } from '#platform/shared/clock.ts';

/** Remembers each key for at least `lifetimeMs`, and at most twice as long. */
export class RecentKeys {
  readonly #clock: Clock;
  readonly #lifetimeMs: number;
  #newer = new Set<string>();
  #older = new Set<string>();
  #newerSince: number;

  constructor(clock: Clock, lifetimeMs: number) {
    this.#clock = clock;
    this.#lifetimeMs = lifetimeMs;
    this.#newerSince = clock.now().getTime();
  }

  has(key: string): boolean {
    return this.#newer.has(key) || this.#older.has(key);
  }

  /** False if the key is known. */
  add(key: string): boolean {
    const now = this.#clock.now().getTime();
    // Also after the clock was set back.
    if (Math.abs(now - this.#newerSince) >= this.#lifetimeMs) {
      this.#older = this.#newer;
      this.#newer = new Set();
      this.#newerSince = now;
    }
    if (this.has(key)) return false;
    this.#newer.add(key);
    return true;
  }
}
