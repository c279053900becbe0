import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

/** Whether the browser is online, as far as it knows, and reaches the server. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => onlineManager.isOnline(),
    () => true,
  );

function subscribeToDevice(listener: () => void): () => void {
  for (const name of ['online', 'offline']) addEventListener(name, listener);
  return () => {
    for (const name of ['online', 'offline']) removeEventListener(name, listener);
  };
}

/** Whether the device has a connection, as far as the browser knows; the server may be out of reach all the same. */
export const useDeviceOnline = (): boolean =>
  useSyncExternalStore(
    subscribeToDevice,
    () => navigator.onLine,
    () => true,
  );
