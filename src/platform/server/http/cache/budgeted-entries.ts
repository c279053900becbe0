import { LRUCache } from 'lru-cache';
import { atMostEntries } from '#platform/server/at-most-entries.ts';
import type { CacheShare } from '../../budgets/cache-budget.ts';
import type { CachedEntry } from './response-variants.ts';

type Options = {
  max: number;
  /** Bounds the plain bytes. */
  maxBytes: number | undefined;
  /** The fast path keeps what it sends as text, too. */
  isSentAsText: boolean;
  budgets: readonly CacheShare[];
};

/** The entries of one cache, counted in the budgets of its process. */
export class BudgetedEntries {
  readonly #entries: LRUCache<string, CachedEntry>;
  readonly #budgets: readonly CacheShare[];
  readonly #isSentAsText: boolean;

  constructor({ max, maxBytes, isSentAsText, budgets }: Options) {
    this.#budgets = budgets;
    this.#isSentAsText = isSentAsText;
    this.#entries = new LRUCache({
      ...(maxBytes === undefined
        ? atMostEntries(max)
        : {
            max,
            maxSize: maxBytes,
            sizeCalculation: ({ plain }: CachedEntry) => Math.max(1, plain.body!.length),
          }),
      dispose: (entry) => this.#count(entry, 0),
    });
    const evictable = {
      oldestUse: () => this.#oldest()?.usedAt ?? Infinity,
      evictOldest: () => void this.#entries.pop(),
    };
    for (const budget of budgets) budget.add(evictable);
  }

  get(key: string): CachedEntry | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined) for (const budget of this.#budgets) entry.usedAt = budget.use();
    return entry;
  }

  set(key: string, entry: CachedEntry): void {
    this.#entries.set(key, entry);
    if (this.#entries.peek(key) !== entry) return; // Larger than all that the cache may keep.
    for (const budget of this.#budgets) entry.usedAt = budget.use();
    this.measure(key, entry);
  }

  /** Counts the entry again, after a variant was added. */
  measure(key: string, entry: CachedEntry): void {
    if (this.#entries.peek(key) !== entry) return;
    this.#count(entry, bytesOf(entry, this.#isSentAsText));
    for (const budget of this.#budgets) budget.makeRoom();
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  [Symbol.iterator](): Iterator<[string, CachedEntry]> {
    return this.#entries.entries();
  }

  #oldest(): CachedEntry | undefined {
    for (const entry of this.#entries.rvalues()) return entry;
    return undefined;
  }

  #count(entry: CachedEntry, bytes: number): void {
    for (const budget of this.#budgets) budget.change(bytes - entry.countedBytes);
    entry.countedBytes = bytes;
  }
}

/** The headers, the etag and the objects of an entry. */
const OVERHEAD_BYTES = 2_000;

function bytesOf({ plain, encoded, isCompressible }: CachedEntry, isSentAsText: boolean): number {
  const variants = Object.values(encoded).reduce((sum, { body }) => sum + body!.length, 0);
  const plainBytes = plain.body!.length;
  const texts = isSentAsText ? variants + (isCompressible ? 0 : plainBytes) : 0;
  return OVERHEAD_BYTES + plainBytes + variants + texts;
}
