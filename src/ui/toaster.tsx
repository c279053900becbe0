import { useEffect, useState, useSyncExternalStore } from 'react';
import type ToastView from './toast-view.tsx';
import { toastStore } from './toast-store.ts';

export { toast, dismissToast } from './toast-store.ts';
export type { ToastOptions } from './toast-store.ts';

const none: ReturnType<typeof toastStore.read> = [];

/**
 * Stands once in the app. What draws a toast is fetched when the first one is shown; without a connection that fails, and then
 * the toast is lost but never the page around it. The next one tries again.
 */
export function Toaster() {
  const entries = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  const [View, setView] = useState<typeof ToastView | null>(null);
  const newest = entries[0]?.id;
  useEffect(() => {
    if (newest === undefined || View !== null) return;
    import('./toast-view.tsx').then(
      (loaded) => setView(() => loaded.default),
      () => {},
    );
  }, [newest, View]);
  return View !== null && entries.length > 0 ? <View entries={entries} /> : null;
}
