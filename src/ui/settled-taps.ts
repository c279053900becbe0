import { type RefObject, useLayoutEffect, useRef } from 'react';
import styles from './settled-taps.module.css';

/** What moves or appears under a finger takes no tap so long: longer than two taps of a hurried finger are apart. */
const SETTLE_MS = 500;

let lastTap: { x: number; y: number } | null = null;

if (typeof document !== 'undefined') {
  const note = ({ clientX: x, clientY: y }: PointerEvent) => {
    lastTap = { x, y };
  };
  addEventListener('pointerdown', note, { capture: true, passive: true });
}

/** Takes no taps for a moment after `contents` have moved, unless entries were added at the end. */
export function useSettledTaps(region: RefObject<HTMLElement | null>, contents: string): void {
  const before = useRef(contents);
  useLayoutEffect(() => {
    const hasMoved = !contents.startsWith(before.current);
    before.current = contents;
    const element = region.current;
    if (!hasMoved || element === null) return;
    element.setAttribute('data-settling', '');
    const settle = () => element.removeAttribute('data-settling');
    const timer = setTimeout(settle, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      settle();
    };
  }, [contents, region]);
}

/** A second tap does not hit what has come under the last one. `over`: the modal dialog, above which it must lie. */
export function coverLastTap(over: Element = document.body): void {
  if (lastTap === null) return;
  const cover = document.createElement('div');
  cover.className = styles.cover!;
  cover.dataset.tapCover = '';
  // The cover stays inside the screen when it becomes narrower.
  cover.style.inset = `${lastTap.y}px auto auto min(${lastTap.x}px,100% - 28px)`;
  over.append(cover);
  setTimeout(() => cover.remove(), SETTLE_MS);
}
