import { lazy, Suspense, useEffect, useState } from 'react';

const Tooltips = lazy(() => import('#ui/tooltip.tsx').then((module) => ({ default: module.Tooltips })));

/** Tooltips, for whoever has a pointer that can hover: fetched once the page is alive. */
export function HoverTooltips() {
  const [hovers, setHovers] = useState(false);
  useEffect(() => setHovers(matchMedia('(hover: hover)').matches), []);
  return (
    hovers && (
      <Suspense fallback={null}>
        <Tooltips />
      </Suspense>
    )
  );
}
