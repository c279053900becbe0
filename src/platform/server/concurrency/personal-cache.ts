import { LRUCache } from 'lru-cache';
import { atMostEntries } from '#platform/server/at-most-entries.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { createKeyedMutex } from './keyed-mutex.ts';

type Options = {
  clock: Clock;
  lifetimeMs: number;
  /** The most users whose values are kept; the least recently used one is evicted. */
  users: number;
};

type Entry<Value> = { value: Value; until: number };

/**
 * Values of one user that are expensive to compute, stored for a while in this process. The key names all
 * that the user has done about its value, so that users see their own changes at once, through any process,
 * and those of others a little later. A value has ids and numbers only: no text of a deleted user is shown
 * again.
 */
export class PersonalCache<Value> {
  readonly #options: Options;
  readonly #users: LRUCache<string, Map<string, Entry<Value>>>;
  readonly #turns = createKeyedMutex();

  constructor(options: Options) {
    this.#options = options;
    this.#users = new LRUCache(atMostEntries(options.users));
  }

  /** The values of the keys, those that are not stored from `make`, which runs once at a time for a user. */
  find(
    userId: string,
    keys: readonly string[],
    make: (missing: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  ): Promise<ReadonlyMap<string, Value>> {
    return this.#turns.runExclusive(userId, async () => {
      const entries = this.#fresh(userId);
      const missing = keys.filter((key) => !entries.has(key));
      if (missing.length > 0) {
        const made = await make(missing);
        const until = this.#options.clock.now().getTime() + this.#options.lifetimeMs;
        for (const [key, value] of made) entries.set(key, { value, until });
      }
      this.#users.set(userId, entries);
      return new Map(keys.flatMap((key) => (entries.has(key) ? [[key, entries.get(key)!.value]] : [])));
    });
  }

  #fresh(userId: string): Map<string, Entry<Value>> {
    const now = this.#options.clock.now().getTime();
    const isFresh = ({ until }: Entry<Value>) => until > now && until - now <= this.#options.lifetimeMs;
    return new Map([...(this.#users.get(userId) ?? [])].filter(([, entry]) => isFresh(entry)));
  }
}
