import { useEffect, useState, useSyncExternalStore } from 'react';
import type ToastView from './toast-view.tsx';
import { toastStore } from './toast-store.ts';

export { toast, dismissToast } from './toast-store.ts';
export type { ToastOptions } from './toast-store.ts';

const none: ReturnType<typeof toastStore.read> = [];

const load = () => import('./toast-view.tsx');

/**
 * Fetches what draws toasts while there is a connection: most of them tell of something that went wrong without one, and a browser may
 * never ask again for a module that did not come.
 */
export const fetchToastsAhead = (): void => void load().catch(() => {});

/**
 * Stands once in the app. What draws a toast is fetched when the first one is shown, if not before; where that fails the toast is lost,
 * but never the page around it.
 */
export function Toaster() {
  const entries = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  const [View, setView] = useState<typeof ToastView | null>(null);
  const newest = entries[0]?.id;
  useEffect(() => {
    if (newest === undefined || View !== null) return;
    load().then(
      (loaded) => setView(() => loaded.default),
      () => {},
    );
  }, [newest, View]);
  return View !== null && entries.length > 0 ? <View entries={entries} /> : null;
}
