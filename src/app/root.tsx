import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Link as RouterLink, Redirect, Router, useLocation, useSearch } from 'wouter';
import type { IdentitySetting } from '#features/accounts/rules.ts';
import type { Adsense } from '#features/ads/rules.ts';
import { AdsProvider } from '#features/ads/web/public.ts';
import {
  SessionProvider,
  SignInInPlace,
  storePendingIntent,
  useSession,
} from '#features/accounts/web/public.ts';
import { LiveProvider } from '#features/conversations/web/public.ts';
import { useConfirmedDevice } from '#features/notifications/web/public.ts';
import type { Transport } from '#platform/shared/contract.ts';
import { NowProvider } from '#platform/web/now.tsx';
import { TransportProvider } from '#platform/web/transport-context.tsx';
import { LinkProvider } from '#ui/link.tsx';
import { toast, Toaster, type ToastOptions } from '#ui/toaster.tsx';
import { AppNav } from './app-nav.tsx';
import { HoverTooltips } from './hover-tooltips.tsx';
import { PageFailure } from './page-failure.tsx';
import { LoadAnew } from './load-anew.tsx';
import type { PagePolicy, PageRoute } from './page-route.ts';
import { ConnectionStrip } from './connection-strip.tsx';
import { matchRoute } from './routes.ts';
import { useScrollMemory } from './scroll-memory.ts';
import { useTitle } from './use-title.ts';
import { usePagesAhead } from './use-pages-ahead.ts';
import { useLiveChanges } from './use-live-changes.ts';

export type RootProps = {
  queries: QueryClient;
  transport: Transport;
  renderedAt: string;
  /** What the document was loaded with; null where every page has the same. */
  documentPolicy: PagePolicy | null;
  adsense: Adsense | null;
  identity: IdentitySetting;
  /** On the server, which has no address bar. */
  location?: { path: string; search: string };
};

/** The whole product: what every page needs around it, and the page of the address. */
export function Root({
  queries,
  transport,
  renderedAt,
  documentPolicy,
  adsense,
  identity,
  location,
}: RootProps) {
  return (
    <PageFailure>
      <QueryClientProvider client={queries}>
        <TransportProvider transport={transport}>
          <NowProvider renderedAt={renderedAt}>
            <SessionProvider identity={identity}>
              <AdsProvider adsense={adsense}>
                <LiveProvider>
                  <LinkProvider value={RouterLink}>
                    <Router {...(location && { ssrPath: location.path, ssrSearch: location.search })}>
                      <a className="skip" href="#main">
                        Skip to content
                      </a>
                      <ConnectionStrip />
                      <CurrentPage documentPolicy={documentPolicy} />
                      <Toaster />
                      <HoverTooltips />
                    </Router>
                  </LinkProvider>
                </LiveProvider>
              </AdsProvider>
            </SessionProvider>
          </NowProvider>
        </TransportProvider>
      </QueryClientProvider>
    </PageFailure>
  );
}

function CurrentPage({ documentPolicy }: { documentPolicy: PagePolicy | null }) {
  const [path] = useLocation();
  const [loadedPath] = useState(path);
  const search = useSearch();
  const { route, params } = matchRoute(path);
  const { Component } = route.page;
  useScrollMemory();
  useLiveChanges();
  usePagesAhead();
  useConfirmedDevice();
  useTitle(route.title);
  const mayShow = documentPolicy === null || documentPolicy === (route.policy ?? 'ordinary');
  // The address that was loaded is shown as it came, or a mistake in its policy would load it for ever.
  if (!mayShow && path !== loadedPath) return <LoadAnew key={path} meanwhile={route.skeleton} />;
  return (
    <PageFailure path={path} nav={<AppNav />}>
      <Suspense fallback={route.skeleton()}>
        <Access route={route}>
          <Component params={params} search={new URLSearchParams(search)} />
          <Arrival key={path} />
        </Access>
      </Suspense>
    </PageFailure>
  );
}

let hasArrived = false;

/**
 * Stands beside a page once that is shown, its code and its reader known. The link that led here is gone and has taken the focus
 * with it: who reads by ear or goes by keyboard goes on at the beginning of the page, unless the page has a better place.
 */
function Arrival() {
  useEffect(() => {
    // The first page is the browser's own affair.
    if (hasArrived && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    hasArrived = true;
  }, []);
  return null;
}

/** Lets in whoever may see the page. Until that is known the page's skeleton stands, so that nothing flashes. */
function Access({ route, children }: { route: PageRoute; children: React.ReactNode }) {
  const session = useSession();
  if (route.access === 'everybody') return children;
  if (session.status === 'loading') return route.skeleton();
  const signedIn = session.status === 'signed-in';
  if (signedIn && (route.access !== 'admins-else-home' || session.user.isAdmin)) return children;
  return signedIn || route.access === 'signed-in-else-home' ? (
    <SentHome words={route.sentHome} />
  ) : (
    <SignInInPlace />
  );
}

function SentHome({ words }: { words: ToastOptions | undefined }) {
  const [path] = useLocation();
  const isFromNotification = useSearch().includes('from=notification');
  useEffect(() => {
    if (words !== undefined) toast(words);
    // Whoever opened a notification is brought there once they are signed in.
    if (isFromNotification) storePendingIntent({ kind: 'route', path });
  }, [words, isFromNotification, path]);
  return <Redirect to="/" replace />;
}
