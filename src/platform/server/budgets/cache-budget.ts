import { MINUTE_MS } from '#platform/shared/durations.ts';

/** A cache whose entries may be evicted for those of other caches. */
export type EvictableCache = {
  /** When its least recently used entry was used, by `CacheShare.use`; Infinity if it is empty. */
  oldestUse(): number;
  /** Removes that entry. */
  evictOldest(): void;
};

type CacheBudgetOptions = {
  maxBytes: number;
  /** What a market keeps that was used in the last minute. */
  minBytesOfMarket: number;
  now?: () => number;
};

/** The bytes of all caches of a process. What was not used for the longest time makes room, of whichever market. */
export class CacheBudget {
  readonly #options: Required<CacheBudgetOptions>;
  readonly #shares = new Set<CacheShare>();
  bytes = 0;

  constructor({ now = () => performance.now(), ...options }: CacheBudgetOptions) {
    this.#options = { now, ...options };
  }

  openMarket(): CacheShare {
    const share = new CacheShare(this);
    this.#shares.add(share);
    return share;
  }

  forget(share: CacheShare): void {
    this.bytes -= share.bytes;
    this.#shares.delete(share);
  }

  use(share: CacheShare): number {
    share.usedAt = this.#options.now();
    return share.usedAt;
  }

  change(share: CacheShare, bytes: number): void {
    if (!this.#shares.has(share)) return;
    share.bytes += bytes;
    this.bytes += bytes;
  }

  makeRoom(): void {
    while (this.bytes > this.#options.maxBytes) {
      const before = this.bytes;
      this.#findOldest()?.evictOldest();
      if (this.bytes >= before) return;
    }
  }

  #findOldest(): EvictableCache | undefined {
    const { minBytesOfMarket, now } = this.#options;
    const recent = now() - MINUTE_MS;
    let oldest: { use: number; cache: EvictableCache } | undefined;
    for (const { caches, bytes, usedAt } of this.#shares) {
      if (bytes <= minBytesOfMarket && usedAt > recent) continue;
      for (const cache of caches) {
        const use = cache.oldestUse();
        if (use < (oldest?.use ?? Infinity)) oldest = { use, cache };
      }
    }
    return oldest?.cache;
  }
}

/** The caches of one market. */
export class CacheShare {
  readonly #budget: CacheBudget;
  readonly caches = new Set<EvictableCache>();
  bytes = 0;
  usedAt = 0;

  constructor(budget: CacheBudget) {
    this.#budget = budget;
  }

  add(cache: EvictableCache): void {
    this.caches.add(cache);
  }

  /** Called at each use of an entry. Returns its moment in milliseconds. */
  use(): number {
    return this.#budget.use(this);
  }

  change(bytes: number): void {
    this.#budget.change(this, bytes);
  }

  /** Called after an entry was added. */
  makeRoom(): void {
    this.#budget.makeRoom();
  }

  close(): void {
    this.#budget.forget(this);
    this.caches.clear();
  }
}
