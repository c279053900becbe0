import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastStore } from './toast-store.ts';

export { toast, dismissToast } from './toast-store.ts';
export type { ToastOptions } from './toast-store.ts';

const ToastView = lazy(() => import('./toast-view.tsx'));
const none: ReturnType<typeof toastStore.read> = [];

/** Stands once in the app. What draws a toast is fetched when the first one is shown. */
export function Toaster() {
  const entries = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  if (!entries.length) return null;
  return (
    <Suspense fallback={null}>
      <ToastView entries={entries} />
    </Suspense>
  );
}
