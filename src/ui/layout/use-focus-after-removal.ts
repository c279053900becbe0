import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useSettledTaps } from '../settled-taps.ts';

/**
 * A list whose rows can be removed: it takes no taps until they settle. After `removing(index)` a lost focus
 * moves to `selector` in that row, or to the container (`tabIndex={-1}`). `contents` names the entries.
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
