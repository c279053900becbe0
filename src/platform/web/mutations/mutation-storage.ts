import type { Mutation, MutationCache, QueryClient } from '@tanstack/react-query';
import { PRIVATE_STORAGE_PREFIX } from '#platform/shared/private-storage.ts';

export type StoredMutation<T> = { variables: T; isFailed: boolean };

type MutationStorageOptions<T> = {
  queries: QueryClient;
  userId: string;
  mutationKey: readonly string[];
  /** Part of the key of each entry in the storage. Never changed. */
  name: string;
  idOf: (variables: T) => string;
  /** Whether an entry of the storage, which any version may have written, is complete. */
  isComplete: (entry: Partial<T>) => boolean;
  /** Builds mutations that another visit has left. */
  restore: (stored: readonly StoredMutation<T>[]) => void;
  /** Also builds those that another tab adds. */
  followsTabs?: boolean;
};

/** The storage of this browser; null: it is forbidden, and throws at the name. */
function findStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/**
 * Stores the unsent mutations of one user on this device and restores those of earlier visits, until
 * sign-out. One key per mutation, so that tabs never overwrite each other; each names its user, so that no
 * other sends it. Without storage a mutation exists as long as the page.
 */
export class MutationStorage<T extends object> {
  readonly #options: MutationStorageOptions<T>;
  readonly #cache: MutationCache;
  readonly #storage = findStorage();
  readonly #prefix: string;
  readonly #unsubscribe: () => void;

  constructor(options: MutationStorageOptions<T>) {
    const { queries, mutationKey, name, idOf, restore } = options;
    this.#options = options;
    this.#cache = queries.getMutationCache();
    this.#prefix = `${PRIVATE_STORAGE_PREFIX}${name}:`;
    const keys = Object.keys(this.#storage ?? {}).filter((key) => key.startsWith(this.#prefix));
    restore(
      keys
        .flatMap((key) => this.#read(key))
        .filter(({ variables }) => this.#unsentOf(idOf(variables)).length === 0),
    );
    for (const { state } of this.#unsent()) this.#write(idOf(state.variables!));
    this.#unsubscribe = this.#cache.subscribe(({ type, mutation }) => {
      if (type === 'updated' && mutation.options.mutationKey === mutationKey)
        this.#write(idOf(mutation.state.variables as T));
    });
    addEventListener('storage', this.#onStorage);
  }

  /** Another tab or an earlier attempt has succeeded. */
  remove(id: string): void {
    this.#removeFromCache(id);
    this.#write(id);
  }

  /** Stores, shows and sends nothing from now on: the user may have signed out. */
  stop(): void {
    this.#unsubscribe();
    removeEventListener('storage', this.#onStorage);
    for (const mutation of this.#all()) this.#cache.remove(mutation as Mutation);
  }

  readonly #onStorage = ({ key }: StorageEvent): void => {
    const { idOf, followsTabs = false, restore } = this.#options;
    // Null: the storage was cleared.
    if (key === null) {
      for (const { state } of this.#unsent()) this.#removeFromCache(idOf(state.variables!));
    } else if (key.startsWith(this.#prefix)) {
      this.#removeFromCache(key.slice(this.#prefix.length));
      if (followsTabs) restore(this.#read(key));
    }
  };

  #all(): Mutation<unknown, Error, T>[] {
    const { mutationKey } = this.#options;
    return this.#cache.findAll({ mutationKey }) as Mutation<unknown, Error, T>[];
  }

  #unsent(): Mutation<unknown, Error, T>[] {
    return this.#all().filter(({ state: { status } }) => status === 'pending' || status === 'error');
  }

  #unsentOf(id: string): Mutation<unknown, Error, T>[] {
    return this.#unsent().filter(({ state }) => this.#options.idOf(state.variables!) === id);
  }

  #removeFromCache(id: string): void {
    for (const mutation of this.#unsentOf(id)) this.#cache.remove(mutation as Mutation);
    // Others may have waited for it.
    void this.#options.queries.resumePausedMutations();
  }

  #read(key: string): StoredMutation<T>[] {
    const { userId, isComplete } = this.#options;
    try {
      const stored = JSON.parse(this.#storage?.getItem(key) ?? '') as { userId: string; state?: string };
      const { userId: owner, state, ...variables } = stored;
      if (owner !== userId || !isComplete(variables)) return [];
      return [{ variables: variables as T, isFailed: state === 'failed' }];
    } catch {
      return [];
    }
  }

  #write(id: string): void {
    const { userId } = this.#options;
    const newest = this.#unsentOf(id).at(-1)?.state;
    const state = newest?.status === 'error' ? 'failed' : 'sending';
    try {
      if (newest === undefined) this.#storage?.removeItem(this.#prefix + id);
      else this.#storage?.setItem(this.#prefix + id, JSON.stringify({ ...newest.variables, state, userId }));
    } catch {
      // The page still has it.
    }
  }
}
