import { lazy, Suspense } from 'react';
import { AdSlot } from '#ui/ad-slot.tsx';
import { useAdFree } from './ad-free.ts';

export type AdBannerProps = { size: 'small' | 'large' };

const Later = lazy(() => import('./filled-ad-slot.tsx').catch(() => ({ default: AdSlot })));

/**
 * A banner in a slot that has its place from the first paint on. It is filled once it is known that the person sees advertisements, by a
 * chunk of its own: the page itself comes first.
 */
export function AdBanner({ size }: AdBannerProps) {
  const adFree = useAdFree();
  if (adFree === true) return null;
  const empty = <AdSlot size={size} />;
  if (adFree === null) return empty;
  return (
    <Suspense fallback={empty}>
      <Later size={size} />
    </Suspense>
  );
}
