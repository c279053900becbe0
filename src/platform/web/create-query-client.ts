import { onlineManager, QueryClient } from '@tanstack/react-query';

/** What the pages of this browser have fetched. */
export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    // Freshness: nothing goes stale by time; the person's own actions and the socket say what changed.
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: 30 * 60_000,
        // Without a connection the service worker is asked; what it does not have waits for the connection.
        networkMode: 'offlineFirst',
        retry: () => !navigator.onLine,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false },
    },
  });
  // It takes it that there is a connection until it hears of the opposite, and would ask without end where there never was one.
  onlineManager.setOnline(navigator.onLine);
  queries.mount();
  return queries;
}
