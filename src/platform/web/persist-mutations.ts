import type { Mutation, QueryClient } from '@tanstack/react-query';
import { PRIVATE_STORAGE_PREFIX } from '#platform/shared/private-storage.ts';

export type StoredMutation<T> = { variables: T; isFailed: boolean };

type PersistMutationsOptions<T> = {
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
 * Stores the mutations of one user that have not succeeded on this device, and restores those of earlier
 * visits. They are deleted at sign-out, like all private keys. With one key per mutation, tabs never
 * overwrite each other; each entry names its user, so that no other sends it. A storage that is full or
 * forbidden fails nothing: then a mutation exists as long as the page.
 */
export function persistMutations<T extends object>({
  queries,
  userId,
  mutationKey,
  name,
  idOf,
  isComplete,
  restore,
  followsTabs = false,
}: PersistMutationsOptions<T>): { remove: (id: string) => void; stop: () => void } {
  const cache = queries.getMutationCache();
  const storage = findStorage();
  const prefix = `${PRIVATE_STORAGE_PREFIX}${name}:`;
  const all = () => cache.findAll({ mutationKey }) as Mutation<unknown, Error, T>[];
  const unsent = () => all().filter(({ state }) => state.status === 'pending' || state.status === 'error');
  const unsentOf = (id: string) => unsent().filter(({ state }) => idOf(state.variables!) === id);

  const read = (key: string): StoredMutation<T>[] => {
    try {
      const stored = JSON.parse(storage?.getItem(key) ?? '') as { userId: string; state?: string };
      const { userId: owner, state, ...variables } = stored;
      if (owner !== userId || !isComplete(variables as Partial<T>)) return [];
      return [{ variables: variables as T, isFailed: state === 'failed' }];
    } catch {
      return [];
    }
  };
  const write = (id: string) => {
    const newest = unsentOf(id).at(-1)?.state;
    const state = newest?.status === 'error' ? 'failed' : 'sending';
    try {
      if (newest === undefined) storage?.removeItem(prefix + id);
      else storage?.setItem(prefix + id, JSON.stringify({ ...newest.variables, state, userId }));
    } catch {
      // The page still has it.
    }
  };
  const removeFromCache = (id: string) => {
    for (const mutation of unsentOf(id)) cache.remove(mutation as Mutation);
    // Others may have waited for it.
    void queries.resumePausedMutations();
  };
  const onStorage = ({ key }: StorageEvent) => {
    // Null: the storage was cleared.
    if (key === null) return unsent().forEach(({ state }) => removeFromCache(idOf(state.variables!)));
    if (!key.startsWith(prefix)) return;
    removeFromCache(key.slice(prefix.length));
    if (followsTabs) restore(read(key));
  };

  const stored = Object.keys(storage ?? {}).flatMap((key) => (key.startsWith(prefix) ? read(key) : []));
  restore(stored.filter(({ variables }) => unsentOf(idOf(variables)).length === 0));
  for (const { state } of unsent()) write(idOf(state.variables!));
  const unsubscribe = cache.subscribe(({ type, mutation }) => {
    if (type === 'updated' && mutation.options.mutationKey === mutationKey)
      write(idOf(mutation.state.variables as T));
  });
  addEventListener('storage', onStorage);
  return {
    /** Another tab or an earlier attempt has succeeded. */
    remove(id) {
      removeFromCache(id);
      write(id);
    },
    /** Stores, shows and sends nothing from now on: the user may have signed out. */
    stop() {
      unsubscribe();
      removeEventListener('storage', onStorage);
      for (const mutation of all()) cache.remove(mutation as Mutation);
    },
  };
}
