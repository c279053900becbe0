import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while the server renders and the browser takes over, true after: for what only this device knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
