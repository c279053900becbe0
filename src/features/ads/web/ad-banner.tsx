import { lazy, Suspense, type ComponentType } from 'react';
import { AdSlot } from '#ui/layout/ad-slot.tsx';
import { useAdFree } from './use-ad-free.ts';

export type AdSize = 'small' | 'large';

// The page loads first. Without the contents the slot stays empty.
const contents = () => import('./ad-content.tsx');
const nothing = () => ({ default: () => null });
const Advertisement = lazy<ComponentType<{ size: AdSize }>>(() =>
  contents().then((of) => ({ default: of.AdContent }), nothing),
);
const Corner = lazy<ComponentType>(() => contents().then((of) => ({ default: of.AdCorner }), nothing));

/** A banner in a slot that exists from the first paint, and is filled once the user is known to see ads. */
export function AdBanner({ size }: { size: AdSize }) {
  const adFree = useAdFree();
  if (adFree === true) return null;
  if (adFree === null) return <AdSlot size={size} />;
  return (
    <AdSlot
      size={size}
      corner={
        <Suspense>
          <Corner />
        </Suspense>
      }
    >
      <Suspense>
        <Advertisement size={size} />
      </Suspense>
    </AdSlot>
  );
}
