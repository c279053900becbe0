import { useLayoutEffect, useRef, type PointerEvent, type RefObject } from 'react';

type Grip = { onPointerDown: (event: PointerEvent<HTMLElement>) => void };

/** Dragging by a grip: the tile immediately takes the place of the one under the pointer. */
export function useDragOrder(
  strip: RefObject<HTMLElement | null>,
  move: (id: string, to: number) => void,
): (id: string) => Grip {
  const latest = useRef(move);
  useLayoutEffect(() => {
    latest.current = move;
  });

  return (id) => ({
    // Listeners are on the window: pointer capture would be lost when the tile moves in the document.
    onPointerDown: ({ pointerId }) => {
      const done = new AbortController();
      const follow = (event: globalThis.PointerEvent) => {
        if (event.pointerId !== pointerId || !strip.current) return;
        const tiles = [...strip.current.querySelectorAll<HTMLElement>('[data-photo]')];
        const to = tiles.findIndex((tile) => {
          const { left, right } = tile.getBoundingClientRect();
          return event.clientX >= left && event.clientX <= right;
        });
        if (to >= 0 && tiles[to]?.dataset.photo !== id) latest.current(id, to);
      };
      const end = (event: globalThis.PointerEvent) => event.pointerId === pointerId && done.abort();
      window.addEventListener('pointermove', follow, { signal: done.signal });
      window.addEventListener('pointerup', end, { signal: done.signal });
      window.addEventListener('pointercancel', end, { signal: done.signal });
    },
  });
}
