import { lazyPart } from '#ui/lazy-part.tsx';
import { usePause } from './use-pause.ts';

const { Part } = lazyPart(() => import('./paused-strip.tsx'));

/** On every page of a paused user. */
export function PausedBanner() {
  const until = usePause();
  return until && <Part until={until} />;
}
