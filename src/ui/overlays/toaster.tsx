import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { cx } from '../class-names.ts';
import { dismissToast, TOAST_DURATION_MS, type ToastEntry, toastStore } from './toast-store.ts';

export { toast, dismissToast } from './toast-store.ts';
export type { ToastOptions } from './toast-store.ts';

type Shown = { entries: readonly ToastEntry[] };

const none: readonly ToastEntry[] = [];

const load = () => import('./toast-view.tsx');

/** Fetches what draws toasts while there is a connection: most of them tell of something that went wrong without one. */
export const fetchToastsAhead = (): void => void load().catch(() => {});

/**
 * Stands once in the app. What draws a toast is fetched when the first one is shown, if not before; where that fails it is shown all the
 * same, with less ado.
 */
export function Toaster() {
  const entries = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  const [View, setView] = useState<ComponentType<Shown> | null>(null);
  const newest = entries[0]?.id;
  useEffect(() => {
    if (newest === undefined || (View !== null && View !== PlainToasts)) return;
    load().then(
      (loaded) => setView(() => loaded.default),
      () => setView(() => PlainToasts),
    );
  }, [newest, View]);
  return View !== null && entries.length > 0 ? <View entries={entries} /> : null;
}

/** Says and offers what a toast does, above dialogs as it does; it neither waits for the pointer nor is swiped away. */
function PlainToasts({ entries: [entry] }: Shown) {
  const { id, open, title, description, variant, action } = entry!;
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [id]);
  if (!open) return null;
  const act = () => {
    action?.onAction();
    dismissToast(id);
  };
  return (
    <section aria-label="Notifications">
      <ol key={id} ref={(list) => list?.showPopover?.()} className="toasts" popover="manual">
        <li className={cx('toast', variant === 'destructive' && 'destructive')}>
          <div role="alert" className="grow">
            <b>{title}</b>
            {description && <p>{description}</p>}
          </div>
          <button type="button" className="act" onClick={act}>
            {action?.label ?? 'Close'}
          </button>
        </li>
      </ol>
    </section>
  );
}
