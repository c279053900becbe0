import { LRUCache } from 'lru-cache';
import { atMostEntries } from '#platform/server/at-most-entries.ts';

type ShareOptions = {
  /** Of one connection's time, in the long run. */
  share: number;
  /** What may be used at once beyond that. */
  burstMs: number;
};

/** The requests of a page that loads, on a slow machine. */
const shareOfRequester: ShareOptions = { share: 0.5, burstMs: 500 };
/** A slow database makes work take longer, and pauses no longer than this. */
const MAX_PAUSE_MS = 1_000;
const MAX_REQUESTERS = 10_000;

/** How long each requester has worked lately, so that one who never stops leaves time to the others. */
export class WorkShares {
  readonly #options: ShareOptions;
  readonly #used = new LRUCache<string, { ms: number; at: number }>(atMostEntries(MAX_REQUESTERS));

  constructor(options = shareOfRequester) {
    this.#options = options;
  }

  /** The milliseconds after which the requester may work again; `now` is of a monotonic clock. */
  pauseMs(requester: string, now: number): number {
    const { share, burstMs } = this.#options;
    const surplus = this.#usedMs(requester, now) - burstMs;
    return Math.min(Math.max(surplus, 0) / share, MAX_PAUSE_MS);
  }

  add(requester: string, ms: number, now: number): void {
    this.#used.set(requester, { ms: this.#usedMs(requester, now) + ms, at: now });
  }

  #usedMs(requester: string, now: number): number {
    const { ms, at } = this.#used.get(requester) ?? { ms: 0, at: now };
    return Math.max(0, ms - (now - at) * this.#options.share);
  }
}
