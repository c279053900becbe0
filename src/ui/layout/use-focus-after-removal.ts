import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useSettledTaps } from '../settled-taps.ts';

/**
 * A list whose rows can be removed. It takes no taps until its rows have settled, and keeps the focus in
 * place when a row is removed by keyboard: call `removing(index)` then. If the focus went with the row, it
 * moves to what `selector` finds in the row at that index, or to the container (which has `tabIndex={-1}`).
 * `contents` names the entries of the list.
 */
export function useFocusAfterRemoval<E extends HTMLElement>(
  selector: string,
  contents: string,
): { container: RefObject<E | null>; removing: (index: number) => void } {
  const container = useRef<E>(null);
  const removed = useRef<number | null>(null);
  useSettledTaps(container, contents);
  useLayoutEffect(() => {
    const index = removed.current;
    removed.current = null;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (index === null || !lost || container.current === null) return;
    const candidates = container.current.querySelectorAll<HTMLElement>(selector);
    const next = candidates[Math.min(index, candidates.length - 1)] ?? container.current;
    next.focus({ preventScroll: true });
  }, [contents, selector]);
  return { container, removing: (index) => void (removed.current = index) };
}
