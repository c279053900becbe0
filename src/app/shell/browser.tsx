import '#ui/styles/index.css';
import '#ui/shared.module.css';
import { hydrate, type DehydratedState } from '@tanstack/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createQueryClient } from '#platform/web/create-query-client.ts';
import { createBrowserTransport } from '#platform/web/transport.ts';
import { loadTexts, startTexts } from '#platform/web/texts/page-texts.ts';
import { isFailedImport } from '#platform/web/is-failed-import.ts';
import { releaseEarlyTaps } from '#ui/early-taps.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { showStoredToast } from './full-page-load.tsx';
import type { DehydratedPage } from '../routing/page-route.ts';
import { Failed } from './page-error-boundary.tsx';
import { Root } from './root.tsx';
import { loadSkeletons } from '../routing/skeletons/lazy-skeleton.tsx';
import { matchRoute } from '../routing/route-table.ts';

// Otherwise Zod, in later chunks, tries whether `eval` is allowed, and the browser reports the attempt.
(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig = { jitless: true };

const state = JSON.parse(document.getElementById('state')!.textContent) as DehydratedPage<DehydratedState>;

startTexts(state);

const queries = createQueryClient(showErrorToast);
hydrate(queries, state.queries);

/**
 * Whether the document is the page of the URL. Back, pressed before this script ran, changes the URL without
 * a load.
 */
function isRenderedPage(): boolean {
  const [document] = performance.getEntriesByType('navigation');
  if (document === undefined) return true;
  const { pathname, search } = new URL(document.name);
  return location.pathname === pathname && location.search === search;
}

const rootOptions = {
  // The browser has told of code that it could not fetch, and the boundary shows what to do.
  // oxlint-disable-next-line no-console -- as React does without this
  onCaughtError: (error: unknown) => isFailedImport(error) || console.error(error),
  // React renders again after an error, and reports the first one if that succeeds.
  onRecoverableError: (error: unknown) => isFailedImport((error as Error).cause) || reportError(error),
};

/**
 * Loads the chunk of the page first, because hydration must find the server's tree. Not awaited at the top
 * level: the chunk imports this script, so each would wait for the other.
 */
async function start(): Promise<void> {
  const root = document.getElementById('root')!;
  try {
    const { page } = matchRoute(location.pathname).route;
    await Promise.all([loadTexts('first'), page.preload(), page.source !== null && loadSkeletons()]);
  } catch {
    // Without its code the server's markup would not respond to input.
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
  // An offline document has no page in it.
  if (root.hasChildNodes() && isRenderedPage()) hydrateRoot(root, product, rootOptions);
  else createRoot(root, rootOptions).render(product);
  releaseEarlyTaps();
  showStoredToast();
}
void start();

/** Runs work after the page has loaded, so that it does not compete with the page. */
const soon = () =>
  setTimeout(async () => {
    try {
      (await import('./after-load.ts')).startAfterLoad(queries);
    } catch {
      // The product also works without it.
    }
  }, 500);
if (document.readyState === 'complete') soon();
else addEventListener('load', soon);
