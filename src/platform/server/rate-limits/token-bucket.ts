import type { RateLimit } from '#platform/shared/rate-limit.ts';

/** The points that one key has left, refilled evenly over the limit's duration. Times are in milliseconds. */
export class TokenBucket {
  readonly #limit: Omit<RateLimit, 'name'>;
  #points: number;
  #refilledAt: number;

  constructor(limit: Omit<RateLimit, 'name'>, now: number) {
    this.#limit = limit;
    this.#points = limit.points;
    this.#refilledAt = now;
  }

  /** Takes points. Returns false, and takes none, if there are not enough. */
  take(now: number, points = 1): boolean {
    this.#refill(now);
    if (this.#points < points) return false;
    this.#points -= points;
    return true;
  }

  /** Milliseconds until the points can be taken. */
  waitMs(now: number, points = 1): number {
    this.#refill(now);
    const { points: capacity, durationMs } = this.#limit;
    return Math.max(0, ((points - this.#points) * durationMs) / capacity);
  }

  /** Points that were taken and not used. */
  giveBack(points: number): void {
    this.#points = Math.min(this.#limit.points, this.#points + points);
  }

  isFull(now: number): boolean {
    this.#refill(now);
    return this.#points >= this.#limit.points;
  }

  #refill(now: number): void {
    const passed = Math.max(0, now - this.#refilledAt);
    const { points, durationMs } = this.#limit;
    this.#points = Math.min(points, this.#points + (passed * points) / durationMs);
    this.#refilledAt = now;
  }
}
