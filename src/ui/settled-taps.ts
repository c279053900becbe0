import { type RefObject, useLayoutEffect, useRef } from 'react';
import styles from './settled-taps.module.css';

/**
 * What moves or appears under a finger takes no tap for this time: a second tap was meant for what was there
 * before. Longer than two taps of a hurried finger are apart.
 */
const SETTLE_MS = 500;

let lastTap: { x: number; y: number } | null = null;

if (typeof document !== 'undefined') {
  const note = ({ clientX: x, clientY: y }: PointerEvent) => {
    lastTap = { x, y };
  };
  addEventListener('pointerdown', note, { capture: true, passive: true });
}

/**
 * The region takes no taps for a moment after its `contents` have moved: an entry was removed, inserted or
 * replaced. One that is added at the end moves nothing.
 */
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

/**
 * Covers the place of the last tap for a moment: a second one does not hit what has come there. `over`: the
 * modal dialog that has opened, because only its own contents lie above it.
 */
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
