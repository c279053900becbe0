import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { atMostEntries } from '#platform/server/at-most-entries.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { HttpProblem } from '#platform/shared/problem.ts';

const LIFETIME_MS = 1_000;
const MAX_REFUSALS = 5_000;

type Signed = { authorization: string | null };

/** A header may be thousands of bytes long. */
const toKey = (route: string, authorization: string): string =>
  `${route} ${createHash('sha256').update(authorization).digest('base64url')}`;

/** Refusals of the last second by route and token: a flood of further requests costs no statement. */
export class RecentRefusals {
  readonly #clock: Clock;
  readonly #refusals = new LRUCache<string, { problem: HttpProblem; at: number }>(
    atMostEntries(MAX_REFUSALS),
  );

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  throwIfRecent(key: string, { authorization }: Signed): void {
    const refusal = authorization === null ? undefined : this.#refusals.get(toKey(key, authorization));
    if (refusal === undefined) return;
    const ageMs = this.#clock.now().getTime() - refusal.at;
    if (ageMs >= 0 && ageMs < LIFETIME_MS) throw refusal.problem;
  }

  async watch(key: string, { authorization }: Signed, limited: Promise<void>): Promise<void> {
    try {
      await limited;
    } catch (error) {
      const isRefusal = error instanceof HttpProblem && error.status === 429 && authorization !== null;
      if (isRefusal)
        this.#refusals.set(toKey(key, authorization), { problem: error, at: this.#clock.now().getTime() });
      throw error;
    }
  }
}
