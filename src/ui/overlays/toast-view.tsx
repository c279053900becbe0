import { useEffect, useLayoutEffect, useRef } from 'react';
import * as Toast from '@radix-ui/react-toast';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '../class-names.ts';
import { lineDirection } from '../line-direction.ts';
import { coverLastTap } from '../settled-taps.ts';
import { Icon } from '../icons/icon.tsx';
import { dismissToast, TOAST_DURATION_MS, TOAST_SWIPE_PX, type ToastEntry } from './toast-store.ts';
import iconButtonStyles from '../actions/icon-button.module.css';
import toasterStyles from './toaster.module.css';

/** The visible part. Its timer pauses while it has pointer or focus, and a swipe towards the end of the line dismisses it. */
export default function ToastView({ entries }: { entries: readonly ToastEntry[] }) {
  const place = useRef<HTMLOListElement>(null);
  const newest = entries[0]?.id;

  // A popover lies above dialogs; it opens again for each toast, to be above a dialog opened since.
  useLayoutEffect(() => {
    const list = place.current;
    if (!list?.showPopover) return;
    if (list.matches(':popover-open')) list.hidePopover();
    list.showPopover();
    // A finger on the previous toast sends no leave event, so this timer must not pause for it.
    list.parentElement?.dispatchEvent(new PointerEvent('pointerleave'));
  }, [newest]);

  const isOpen = entries[0]?.open === true;
  useEffect(() => {
    // The focused element is gone, and the toast list cannot take the focus.
    if (!isOpen && place.current?.contains(document.activeElement)) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }, [isOpen]);

  return (
    <Toast.Provider
      label={t('ui.toast.one')}
      duration={TOAST_DURATION_MS}
      swipeThreshold={TOAST_SWIPE_PX}
      swipeDirection={lineDirection() === 1 ? 'right' : 'left'}
    >
      {entries.map((entry) => (
        <OneToast key={entry.id} {...entry} />
      ))}
      <Toast.Viewport
        ref={place}
        label={t('ui.toast.region-with-key')}
        className={toasterStyles.toasts}
        popover="manual"
      />
    </Toast.Provider>
  );
}

function OneToast({
  id,
  open,
  title,
  description,
  variant = 'default',
  icon,
  action,
  durationMs,
}: ToastEntry) {
  const destructive = variant === 'destructive';
  return (
    <Toast.Root
      open={open}
      {...(durationMs !== undefined && { duration: durationMs })}
      onOpenChange={(next) => {
        if (next) return;
        coverLastTap();
        dismissToast(id);
      }}
      className={cx(toasterStyles.toast, destructive && toasterStyles.destructive)}
      type={destructive ? 'foreground' : 'background'}
    >
      <Icon name={icon ?? (destructive ? 'alert' : 'check')} size="s" />
      <div className={toasterStyles.message}>
        <div className={toasterStyles.text}>
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
            <button type="button" className={toasterStyles.action} onClick={action.onAction}>
              {action.label}
            </button>
          </Toast.Action>
        )}
      </div>
      <Toast.Close asChild>
        <button type="button" className={iconButtonStyles.iconButton} aria-label={t('ui.action.close')}>
          <Icon name="close" size="s" />
        </button>
      </Toast.Close>
    </Toast.Root>
  );
}
