import './browser.css';
import { hydrate, onlineManager, QueryClient, type DehydratedState } from '@tanstack/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserTransport } from '#platform/web/transport.ts';
import { showCarriedToast } from './load-anew.tsx';
import type { PageState } from './page-route.ts';
import { Root } from './root.tsx';
import { matchRoute } from './routes.ts';

const state = JSON.parse(document.getElementById('state')!.textContent) as PageState<DehydratedState>;

const queries = new QueryClient({
  // Freshness: nothing goes stale by time; the person's own actions and the socket say what changed.
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      gcTime: 30 * 60_000,
      // Without a connection the service worker is asked; what it does not have waits for the connection.
      networkMode: 'offlineFirst',
      retry: () => !navigator.onLine,
      retryDelay: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: { retry: false },
  },
});
// It would believe in a connection until that is lost, and ask without end on a page that was opened without one.
onlineManager.setOnline(navigator.onLine);
hydrate(queries, state.queries);

/**
 * The page's own chunk first, or hydration would find another tree than the server's. Not awaited at the top level: the chunk
 * imports this script's own, which would then wait for the chunk, for ever.
 */
async function start(): Promise<void> {
  await matchRoute(location.pathname).route.page.preload();
  const root = document.getElementById('root')!;
  const product = (
    <Root
      queries={queries}
      transport={createBrowserTransport()}
      renderedAt={state.now}
      documentPolicy={state.policy}
      adsense={state.adsense}
      identity={state.identity}
    />
  );
  // Without a connection the document may have come without a page.
  if (root.hasChildNodes()) hydrateRoot(root, product);
  else createRoot(root).render(product);
  showCarriedToast();
}
void start();

/** Once the page stands, so that what the worker keeps beforehand takes nothing from what is being looked at. */
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const keep = async () => (await import('./keep-service-worker.ts')).keepServiceWorker();
  // A browser that allows none has the product all the same.
  const soon = () => setTimeout(() => keep().catch(() => {}), 500);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon);
}
