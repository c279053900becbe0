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
  const stay = useEffectEvent((event: NavigateEvent) => {
    const isBack =
      event.navigationType === 'traverse' && event.destination.index < (navigation.currentEntry?.index ?? 0);
    const isOnTop = [...document.querySelectorAll('dialog:modal')].at(-1) === element.current;
    // Not when the product goes back itself, nor where the dialog has its own entry (pushBackEntry).
    if (!onClose || !isBack || !isOnTop || !event.userInitiated || !event.cancelable || history.state?.over)
      return;
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    if (!('navigation' in window)) return;
    const listener = (event: NavigateEvent) => stay(event);
    navigation.addEventListener('navigate', listener);
    return () => navigation.removeEventListener('navigate', listener);
  }, []);
}
