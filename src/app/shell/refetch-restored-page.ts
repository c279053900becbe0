import type { QueryClient } from '@tanstack/react-query';

/**
 * Fetches again what the page shows if Back or Forward has restored its document: the browser stores a
 * document as it was sent, or the page as it was left, and both are older than what has changed since.
 */
export function refetchRestoredPage(queries: QueryClient): void {
  const refetch = () => void queries.invalidateQueries({}, { cancelRefetch: false });
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (document?.type === 'back_forward') refetch();
  addEventListener('pageshow', ({ persisted }) => persisted && refetch());
}
