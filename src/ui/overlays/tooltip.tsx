import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

const TOOLTIP_DELAY_MS = 700;
/** Moving to the next control within this time shows its tooltip at once. */
const TOOLTIP_SKIP_MS = 300;
export const TOOLTIP_OFFSET_PX = 4;

export type Tip = { words: string; target: HTMLElement };

// A tooltip that fails to load must not break the page.
const TooltipView = lazy<ComponentType<Tip>>(() =>
  import('./tooltip-view.tsx').catch(() => ({ default: () => null })),
);

const tipTarget = (event: Event): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;

/** Rendered once, for every control with `data-tip`. It repeats the accessible name; loaded with the first one. */
export function Tooltips() {
  const [tip, setTip] = useState<Tip | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: HTMLElement | null = null;
    let hiddenAt = -Infinity;
    const hide = () => {
      clearTimeout(timer);
      if (!shown) return;
      shown = null;
      hiddenAt = performance.now();
      setTip(null);
    };
    const show = (target: HTMLElement, delay: number) => {
      clearTimeout(timer);
      const wait = performance.now() - hiddenAt < TOOLTIP_SKIP_MS ? 0 : delay;
      timer = setTimeout(() => {
        shown = target;
        if (target.isConnected) setTip({ words: target.dataset.tip ?? '', target });
      }, wait);
    };
    const over = (event: PointerEvent) => {
      const target = tipTarget(event);
      if (target === shown && shown) return;
      hide();
      if (target && event.pointerType === 'mouse') show(target, TOOLTIP_DELAY_MS);
    };
    const focus = (event: FocusEvent) => {
      const target = tipTarget(event);
      if (target?.matches(':focus-visible')) show(target, 0);
    };
    const listen: [string, (event: never) => void][] = [
      ['pointerover', over],
      ['pointerdown', hide],
      ['focusin', focus],
      ['focusout', hide],
      ['keydown', hide],
      ['scroll', hide],
    ];
    for (const [type, run] of listen)
      document.addEventListener(type, run as EventListener, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const [type, run] of listen)
        document.removeEventListener(type, run as EventListener, { capture: true });
    };
  }, []);

  if (!tip) return null;
  return (
    <Suspense fallback={null}>
      <TooltipView {...tip} />
    </Suspense>
  );
}
