import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { cx } from '../class-names.ts';
import { lockScroll } from './scroll-lock.ts';

export type ModalProps = {
  open: boolean;
  /** Escape, the scrim, the close button. */
  onClose: () => void;
  /** Where the focus goes; else to the first field inside, else to the first control. It returns by itself. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Not to be closed by Escape or the scrim: something is under way. */
  locked?: boolean;
};

type Shape = {
  /** At the foot of the screen. */
  low?: boolean;
  /** All of the screen. */
  full?: boolean;
};
type Named = { label?: string; labelledBy?: string; describedBy?: string };

/**
 * The ground of dialogs and sheets: a native dialog, shown modally, so that the browser keeps the focus inside, gives
 * it back, and makes the rest inert. The dialog element is the scrim itself.
 */
export function Modal({ open, ...rest }: ModalProps & Named & Shape & { children: ReactNode }) {
  return open ? <OpenModal {...rest} /> : null;
}

function OpenModal({
  onClose,
  initialFocus,
  locked,
  low,
  full,
  label,
  labelledBy,
  describedBy,
  children,
}: Omit<ModalProps, 'open'> & Named & Shape & { children: ReactNode }) {
  const element = useRef<HTMLDialogElement>(null);
  const enter = useEffectEvent((dialog: HTMLDialogElement) => {
    const field = 'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)';
    (initialFocus?.current ?? dialog.querySelector<HTMLElement>(field))?.focus();
  });

  const dismiss = useEffectEvent(() => {
    if (!locked) onClose();
  });

  // Pressed and released on the scrim: a selection drawn out of a field is not meant.
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    let pressed = false;
    const press = (event: Event) => {
      pressed = event.target === dialog;
    };
    const release = (event: Event) => {
      if (pressed && event.target === dialog) dismiss();
    };
    dialog.addEventListener('pointerdown', press);
    dialog.addEventListener('click', release);
    return () => {
      dialog.removeEventListener('pointerdown', press);
      dialog.removeEventListener('click', release);
    };
  }, []);

  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const unlock = lockScroll();
    if (!dialog.open) dialog.showModal();
    enter(dialog);
    return () => {
      // while still in the document, so that the focus finds its way back
      dialog.close();
      unlock();
    };
  }, []);

  return (
    <dialog
      ref={element}
      className={cx('scrim', low && 'low', full && 'full')}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      // a second Escape would close it without asking
      onKeyDown={(event) => locked && event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => {
        // also fired by a file chooser inside that was dismissed
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!locked) onClose();
      }}
      // a browser may close it against our will (Escape pressed twice); then follow
      onClose={(event) => event.target === event.currentTarget && onClose()}
    >
      {children}
    </dialog>
  );
}
