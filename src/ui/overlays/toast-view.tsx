import { useEffect, useLayoutEffect, useRef } from 'react';
import { Toast } from 'radix-ui';
import { cx } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { dismissToast, TOAST_DURATION_MS, TOAST_SWIPE_PX } from './toast-store.ts';
import type { ToastEntry } from './toast-store.ts';

/** The visible part. It waits while pointer or focus is on it, and leaves when swiped to the right. */
export default function ToastView({ entries }: { entries: readonly ToastEntry[] }) {
  const place = useRef<HTMLOListElement>(null);
  const newest = entries[0]?.id;

  // As a popover it lies above a dialog; shown anew for each toast, above one opened since.
  useLayoutEffect(() => {
    const list = place.current;
    if (!list?.showPopover) return;
    if (list.matches(':popover-open')) list.hidePopover();
    list.showPopover();
    // A finger that pressed the toast before never leaves it: the time of this one runs all the same.
    list.parentElement?.dispatchEvent(new PointerEvent('pointerleave'));
  }, [newest]);

  const isOpen = entries[0]?.open === true;
  useEffect(() => {
    // What was pressed is gone; the list of toasts has nothing to go on with.
    if (!isOpen && place.current?.contains(document.activeElement)) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }, [isOpen]);

  return (
    <Toast.Provider duration={TOAST_DURATION_MS} swipeThreshold={TOAST_SWIPE_PX} swipeDirection="right">
      {entries.map((entry) => (
        <OneToast key={entry.id} {...entry} />
      ))}
      <Toast.Viewport ref={place} className="toasts" popover="manual" />
    </Toast.Provider>
  );
}

function OneToast({ id, open, title, description, variant = 'default', icon, action }: ToastEntry) {
  const destructive = variant === 'destructive';
  return (
    <Toast.Root
      open={open}
      onOpenChange={(next) => next || dismissToast(id)}
      className={cx('toast', destructive && 'destructive')}
      type={destructive ? 'foreground' : 'background'}
    >
      <Icon name={icon ?? (destructive ? 'alert' : 'check')} size="s" />
      <div className="grow">
        <Toast.Title asChild>
          <b>{title}</b>
        </Toast.Title>
        {description && (
          <Toast.Description asChild>
            <p>{description}</p>
          </Toast.Description>
        )}
      </div>
      {action && (
        <Toast.Action altText={action.label} asChild>
          <button type="button" className="act" onClick={action.onAction}>
            {action.label}
          </button>
        </Toast.Action>
      )}
      <Toast.Close asChild>
        <button type="button" className="iconbtn" aria-label="Close">
          <Icon name="close" size="s" />
        </button>
      </Toast.Close>
    </Toast.Root>
  );
}
