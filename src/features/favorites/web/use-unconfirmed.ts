import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { unconfirmedFavorites, type WantedFavorite } from './favorite-cache.ts';

/** What `read` finds among the unconfirmed favorites, a primitive value. `none`: while the server renders. */
export function useUnconfirmed<Value extends string | boolean | undefined>(
  read: (wanted: ReadonlyMap<string, WantedFavorite>) => Value,
  none: Value,
): Value {
  const queries: QueryClient = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => queries.getMutationCache().subscribe(onChange),
    [queries],
  );
  return useSyncExternalStore(
    subscribe,
    () => read(unconfirmedFavorites(queries)),
    () => none,
  );
}
