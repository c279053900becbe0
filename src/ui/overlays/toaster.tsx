import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '../class-names.ts';
import { dismissToast, TOAST_DURATION_MS, type ToastEntry, toastStore } from './toast-store.ts';
import styles from './toaster.module.css';

export { toast } from './toast-store.ts';
export type { ToastOptions } from './toast-store.ts';

type Shown = { entries: readonly ToastEntry[] };

const none: readonly ToastEntry[] = [];

const load = () => import('./toast-view.tsx');

/** Preloads the toast code while online, because most toasts report failures while offline. */
export const fetchToastsAhead = (): void => void load().catch(() => {});

/** Rendered once. The toast code loads with the first toast; if it fails to load, a plain toast shows. */
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

/** Has the text and action of a toast, above dialogs as well, but no pause and no swiping. */
function PlainToasts({ entries: [entry] }: Shown) {
  const { id, open, title, description, variant, action, durationMs = TOAST_DURATION_MS } = entry!;
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, durationMs]);
  if (!open) return null;
  const act = () => {
    action?.onAction();
    dismissToast(id);
  };
  return (
    <section aria-label={t('ui.toast.region')}>
      <ol key={id} ref={(list) => list?.showPopover?.()} className={styles.toasts} popover="manual">
        <li className={cx(styles.toast, variant === 'destructive' && styles.destructive)}>
          <div className={styles.message}>
            <div role="alert" className={styles.text}>
              <b>{title}</b>
              {description && <p>{description}</p>}
            </div>
            <button type="button" className={styles.action} onClick={act}>
              {action?.label ?? t('ui.action.close')}
            </button>
          </div>
        </li>
      </ol>
    </section>
  );
}
