import './browser.css';
import { hydrate, type DehydratedState } from '@tanstack/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createQueryClient } from '#platform/web/create-query-client.ts';
import { createBrowserTransport } from '#platform/web/transport.ts';
import { showStoredToast } from './full-page-load.tsx';
import type { DehydratedPage } from '../routing/page-route.ts';
import { Failed } from './page-error-boundary.tsx';
import { Root } from './root.tsx';
import { matchRoute } from '../routing/route-table.ts';

const state = JSON.parse(document.getElementById('state')!.textContent) as DehydratedPage<DehydratedState>;

const queries = createQueryClient();
hydrate(queries, state.queries);

/** The page that the server has rendered. Back, pressed before this script ran, has changed the address without loading another. */
function isRenderedPage(): boolean {
  const [document] = performance.getEntriesByType('navigation');
  if (document === undefined) return true;
  const { pathname, search } = new URL(document.name);
  return location.pathname === pathname && location.search === search;
}

/**
 * The page's own chunk first, or hydration would find another tree than the server's. Not awaited at the top level: the chunk
 * imports this script's own, which would then wait for the chunk, for ever.
 */
async function start(): Promise<void> {
  const root = document.getElementById('root')!;
  try {
    await matchRoute(location.pathname).route.page.preload();
  } catch {
    // What the server has sent would stand there and answer to nothing.
    createRoot(root).render(<Failed />);
    return;
  }
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
  if (root.hasChildNodes() && isRenderedPage()) hydrateRoot(root, product);
  else createRoot(root).render(product);
  showStoredToast();
}
void start();

/** Once the page stands, so that what the worker keeps beforehand takes nothing from what is being looked at. */
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const keep = async () => (await import('./register-service-worker.ts')).registerServiceWorker();
  // A browser that allows none has the product all the same.
  const soon = () => setTimeout(() => keep().catch(() => {}), 500);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon);
}
