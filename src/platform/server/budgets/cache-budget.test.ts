import { beforeEach, describe, expect, it } from 'vitest';
import { BudgetedEntries } from '../http/cache/budgeted-entries.ts';
import type { CachedEntry } from '../http/cache/response-variants.ts';
import { CacheBudget, type CacheShare } from './cache-budget.ts';

let now: number;
let budget: CacheBudget;

/** A body of a thousand bytes. */
const entry = (): CachedEntry => ({
  status: 200,
  isCacheable: true,
  until: 0,
  etag: '',
  plain: { status: 200, headers: {}, body: Buffer.alloc(1_000) },
  unchanged: { status: 304, headers: {}, body: null },
  isCompressible: true,
  encoded: {},
  encoding: {},
  countedBytes: 0,
  usedAt: 0,
});
/** With its headers and objects. */
const ENTRY_BYTES = 3_000;

function openCache(share: CacheShare) {
  const entries = new BudgetedEntries({
    max: 100,
    maxBytes: undefined,
    isSentAsText: false,
    budgets: [share],
  });
  return {
    add: (...keys: string[]) => {
      for (const key of keys) {
        now += 1;
        entries.set(key, entry());
      }
    },
    use(key: string) {
      now += 1;
      entries.get(key);
    },
    keys: () => [...{ [Symbol.iterator]: () => entries[Symbol.iterator]() }].map(([key]) => key).toSorted(),
    entries,
  };
}

beforeEach(() => {
  now = 1_000_000;
  budget = new CacheBudget({ maxBytes: 4 * ENTRY_BYTES, minBytesOfMarket: ENTRY_BYTES, now: () => now });
});

describe('the bytes of all caches', () => {
  it('are those of what was used last, of whichever market and cache', () => {
    const [one, other] = [budget.openMarket(), budget.openMarket()];
    const [books, pages, others] = [openCache(one), openCache(one), openCache(other)];
    books.add('a', 'b');
    others.add('c', 'd');
    books.use('a');
    pages.add('e');
    expect([books.keys(), pages.keys(), others.keys()]).toEqual([['a'], ['e'], ['c', 'd']]);
    pages.add('f');
    expect([books.keys(), pages.keys(), others.keys()]).toEqual([['a'], ['e', 'f'], ['d']]);
    expect(budget.bytes).toBe(4 * ENTRY_BYTES);
  });

  it('leave a market the least of one that was used in the last minute', () => {
    const [quiet, busy] = [openCache(budget.openMarket()), openCache(budget.openMarket())];
    quiet.add('a', 'b');
    busy.add('c', 'd', 'e', 'f', 'g');
    expect([quiet.keys(), busy.keys()]).toEqual([['b'], ['e', 'f', 'g']]);
    now += 60_001;
    busy.add('h');
    expect([quiet.keys(), busy.keys()]).toEqual([[], ['e', 'f', 'g', 'h']]);
  });

  it('contain compressed variants, and nothing of a market that is closed', () => {
    const share = budget.openMarket();
    const cache = openCache(share);
    cache.add('a');
    const cached = cache.entries.get('a')!;
    cached.encoded.br = { status: 200, headers: {}, body: Buffer.alloc(500) };
    cache.entries.measure('a', cached);
    expect(budget.bytes).toBe(ENTRY_BYTES + 500);
    cache.entries.clear();
    expect(budget.bytes).toBe(0);
    cache.add('b', 'c');
    share.close();
    expect(budget.bytes).toBe(0);
    cache.entries.clear();
    expect(budget.bytes).toBe(0);
  });
});
