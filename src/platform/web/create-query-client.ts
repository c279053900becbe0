import { MINUTE_MS } from '#platform/shared/durations.ts';
import { focusManager, MutationCache, onlineManager, QueryClient } from '@tanstack/react-query';

type FailureTexts = [text: string, title: string];

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** What a toast says when the mutation has failed. The usual texts are in `mutation-failures.ts`. */
      failure?: (error: Error, variables: unknown) => FailureTexts;
    };
  }
}

export function createQueryClient(showFailure: (...texts: FailureTexts) => void = () => {}): QueryClient {
  const queries = new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, variables, _result, { meta }) => {
        if (meta?.failure) showFailure(...meta.failure(error, variables));
      },
    }),
    // Data does not become stale with time: the user's actions and the socket report changes.
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: 30 * MINUTE_MS,
        // Offline, the service worker responds; a query that it cannot answer waits for the connection.
        networkMode: 'offlineFirst',
        retry: () => !onlineManager.isOnline(),
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false },
    },
  });
  // The library assumes that the browser is online until an event says otherwise, and would retry endlessly
  // if it never was.
  onlineManager.setOnline(navigator.onLine);
  // What waits to be sent is also sent from a page that is hidden.
  focusManager.setFocused(true);
  queries.mount();
  // What is shown and has failed is tried again when the connection is back.
  onlineManager.subscribe((isOnline) => {
    if (!isOnline) return;
    // The library would first wait until all mutations have succeeded.
    queries.getQueryCache().onOnline();
    void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  });
  return queries;
}
