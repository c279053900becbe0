import type { QueryClient } from '@tanstack/react-query';
import { retryAfterOutages } from '#platform/web/retry-after-outages.ts';
import { skipCoverTransitions } from '#ui/cover/cover-transition.ts';
import { coverLastTap } from '#ui/settled-taps.ts';
import { loadSkeletons } from '../routing/skeletons/lazy-skeleton.tsx';
import { refetchRestoredPage } from './refetch-restored-page.ts';
import { removeStalePageNotice } from './remove-stale-page-notice.ts';
import { registerServiceWorker } from './register-service-worker.ts';

/** A new service worker fetches the pages that work offline, two hundred kilobytes; the first page comes before. */
const FIRST_WORKER_DELAY_MS = 6_000;

/** A device that works longer than this without a pause, as on the first script, is slow. */
const SLOW_TASK_MS = 200;

/** What a page does beside showing itself. It is not part of the first script. */
export function startAfterLoad(queries: QueryClient): void {
  retryAfterOutages(queries);
  refetchRestoredPage(queries);
  loadSkeletons().catch(() => {});
  removeStalePageNotice(queries);
  noticeSlowDevice();
  // The router dispatches an event of this name for every push. A second tap was meant for the page before.
  for (const navigation of ['pushState', 'popstate']) addEventListener(navigation, () => coverLastTap());
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    const { controller } = navigator.serviceWorker;
    setTimeout(
      () => void registerServiceWorker().catch(() => {}),
      controller === null ? FIRST_WORKER_DELAY_MS : 0,
    );
  }
}

function noticeSlowDevice(): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return;
  const observer = new PerformanceObserver((list) => {
    if (!list.getEntries().some(({ duration }) => duration > SLOW_TASK_MS)) return;
    skipCoverTransitions();
    observer.disconnect();
  });
  observer.observe({ type: 'longtask', buffered: true });
}
