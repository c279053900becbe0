import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * The browser's Back closes the topmost dialog and stays on the page. Nothing is added to the history, so no
 * entry is left over. A second Back without a tap between leaves the page; so does Back to another document,
 * and any Back in a browser without this. `onClose` is null while the dialog cannot be closed.
 */
export function useCloseOnBack(
  element: RefObject<HTMLDialogElement | null>,
  onClose: (() => void) | null,
): void {
  const close = useEffectEvent((event: Event) => {
    if (onClose === null) return;
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    if (!('navigation' in window)) return;
    const stay = (event: NavigateEvent) => {
      const isBack =
        event.navigationType === 'traverse' &&
        event.destination.index < (navigation.currentEntry?.index ?? 0);
      const isOnTop = [...document.querySelectorAll('dialog:modal')].at(-1) === element.current;
      // The product itself goes back, too: to remove an entry of its own.
      if (isBack && event.userInitiated && event.cancelable && isOnTop) close(event);
    };
    navigation.addEventListener('navigate', stay);
    return () => navigation.removeEventListener('navigate', stay);
  }, [element]);
}
