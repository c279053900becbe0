import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and during hydration, then true: for state that only this browser has. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
