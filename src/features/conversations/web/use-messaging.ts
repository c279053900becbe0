import { useSyncExternalStore } from 'react';
import { useLive } from '#features/live/web/lazy.ts';
import {
  emptyMessagingState,
  getMessagingStore,
  type MessagingState,
  type MessagingStore,
} from './sync/messaging-store.ts';

export const useMessaging = (): MessagingStore => getMessagingStore(useLive());

/** A part of the state. `select` must return a part as it is, never a new object. */
export function useMessagingState<T>(select: (state: MessagingState) => T): T {
  const store = useMessaging();
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.current()),
    () => select(emptyMessagingState),
  );
}
