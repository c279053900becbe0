import { useSyncExternalStore } from 'react';
import { Strip } from '#ui/notes.tsx';

const subscribe = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** A thin bar while there is no connection; what is on the screen stays usable. */
export function ConnectionStrip() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return online ? null : (
    <Strip icon="offline">No Internet connection. You see what was loaded before.</Strip>
  );
}
