import { lazy, Suspense, useSyncExternalStore } from 'react';

// Stands outside of what catches a failing page: without a connection there are no tooltips, but all else.
const Tooltips = lazy(() =>
  import('#ui/overlays/tooltip.tsx').then(
    ({ Tooltips: Loaded }) => ({ default: Loaded }),
    () => ({ default: () => null }),
  ),
);

const pointer = '(hover: hover)';
const canHover = () => matchMedia(pointer).matches;
const followPointer = (listener: () => void) => {
  const query = matchMedia(pointer);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Tooltips, for whoever has a pointer that can hover: fetched once the page is alive. */
export function HoverTooltips() {
  const hovers = useSyncExternalStore(followPointer, canHover, () => false);
  return (
    hovers && (
      <Suspense fallback={null}>
        <Tooltips />
      </Suspense>
    )
  );
}
