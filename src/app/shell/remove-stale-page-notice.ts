import type { QueryClient } from '@tanstack/react-query';
import { RetryBackoff } from '#platform/web/retry-backoff.ts';
import { STALE_PAGE_NOTICE_ID } from './stale-page-notice-id.ts';

/** Fetches the data of a stale page as soon as the server responds, and removes the notice. */
export function removeStalePageNotice(queries: QueryClient): void {
  const note = document.getElementById(STALE_PAGE_NOTICE_ID);
  if (note === null) return;
  const backoff = new RetryBackoff();
  const check = async () => {
    const isReady = await fetch('/readyz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isReady) return backoff.schedule(() => void check());
    backoff.reset();
    await queries.invalidateQueries();
    note.remove();
  };
  backoff.schedule(() => void check());
}
