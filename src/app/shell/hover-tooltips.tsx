import { lazy, Suspense, useSyncExternalStore } from 'react';

// Rendered outside of the error boundary of pages: if its code fails to load, only tooltips are missing.
const Tooltips = lazy(() =>
  import('#ui/overlays/tooltip.tsx').then(
    ({ Tooltips: Loaded }) => ({ default: Loaded }),
    () => ({ default: () => null }),
  ),
);

const HOVER_QUERY = '(hover: hover)';
const canHover = () => matchMedia(HOVER_QUERY).matches;
const followPointer = (listener: () => void) => {
  const query = matchMedia(HOVER_QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Tooltips, for a pointer that can hover; fetched after hydration. */
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
