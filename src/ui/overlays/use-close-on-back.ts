import { useEffect, useEffectEvent, type RefObject } from 'react';
import { guardFromBack } from './back-guard.ts';

/**
 * Back closes the topmost dialog and stays on the page, with the Navigation API without an entry in the
 * history; a second Back without a tap between leaves it. `onClose` is null while it cannot be closed.
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
  const getClose = useEffectEvent(() => onClose);
  const guard = useEffectEvent(() => {
    // Not where the dialog has its own entry (pushBackEntry).
    if (element.current === null || history.state?.over) return undefined;
    return guardFromBack(element.current, () => getClose());
  });
  useEffect(() => {
    if (!('navigation' in window)) return guard();
    const listener = (event: NavigateEvent) => stay(event);
    navigation.addEventListener('navigate', listener);
    return () => navigation.removeEventListener('navigate', listener);
  }, []);
}
