import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/**
 * Calls `onNear` whenever the element comes within `margin` pixels of the viewport, or is there when
 * `enabled` becomes true.
 */
export function useNearViewport<E extends Element>(
  onNear: () => void,
  { enabled = true, margin = 600 }: { enabled?: boolean; margin?: number } = {},
): RefObject<E | null> {
  const place = useRef<E>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    const element = place.current;
    if (!enabled || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near();
      },
      { rootMargin: `${margin}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [enabled, margin]);
  return place;
}
