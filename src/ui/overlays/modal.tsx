import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { cx } from '../class-names.ts';
import { coverLastTap } from '../settled-taps.ts';
import { keepFocus } from '../layout/keep-focus.ts';
import { useCloseOnBack } from './use-close-on-back.ts';
import styles from './modal.module.css';

export type ModalProps = {
  open: boolean;
  /** Called on Escape, the scrim and the close button. */
  onClose: () => void;
  /** By default the first field inside, or the first control. The browser restores the focus. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Escape and the scrim do not close it while an action is running. */
  locked?: boolean;
};

type Shape = {
  low?: boolean;
  full?: boolean;
};
type Named = { label?: string; labelledBy?: string; describedBy?: string };

/** A native modal dialog: the browser traps and restores the focus and makes the rest inert. It is the scrim. */
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

  useCloseOnBack(element, locked ? null : onClose);

  // Only if pressed and released on the scrim: a text selection may end there.
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
    coverLastTap(dialog);
    return () => {
      // while still in the document, so that the browser can restore the focus
      dialog.close();
      unlock();
      // Nothing had the focus before: the dialog opened with the page.
      keepFocus();
      coverLastTap(dialog.parentElement?.closest('dialog') ?? document.body);
    };
  }, []);

  return (
    <dialog
      ref={element}
      className={cx(styles.scrim, low && styles.low, full && styles.full)}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      // a second Escape would close it without this handler
      onKeyDown={(event) => locked && event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => {
        // a dismissed file chooser inside fires it, too
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!locked) onClose();
      }}
      // a browser may force it to close (Escape pressed twice); then update the state
      onClose={(event) => event.target === event.currentTarget && onClose()}
    >
      {children}
    </dialog>
  );
}

let locks = 0;

/** Locks without a layout shift where scrollbars take space. Returns the release. */
function lockScroll(): () => void {
  const root = document.documentElement;
  if (locks++ === 0) {
    root.classList.toggle(styles.gutter!, window.innerWidth > root.clientWidth);
    root.classList.add(styles.locked!);
  }
  return () => {
    if (--locks === 0) root.classList.remove(styles.locked!, styles.gutter!);
  };
}
