import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link as RouterLink, Redirect, Router, useLocation, useSearch } from 'wouter';
import type { IdentityConfig } from '#features/accounts/rules.ts';
import type { Adsense } from '#features/ads/rules.ts';
import { AdsProvider } from '#features/ads/web/public.ts';
import {
  SessionProvider,
  InlineSignIn,
  PausedBanner,
  storePendingIntent,
  useAccountLanguage,
  useCurrentUserId,
  useDropLeftIntent,
  useLiveUser,
  useSession,
  useTokenSource,
} from '#features/accounts/web/public.ts';
import { useLiveBooks } from '#features/books/web/public.ts';
import { useLiveFavorites } from '#features/favorites/web/public.ts';
import { LiveProvider } from '#features/live/web/public.ts';
import { useConfirmedDevice } from '#features/notifications/web/public.ts';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { isDocumentOutdated } from '#platform/web/navigation/document-language.ts';
import { NowProvider } from '#platform/web/now.tsx';
import { TransportProvider } from '#platform/web/transport-context.tsx';
import { LinkProvider } from '#ui/actions/link.tsx';
import { toast, Toaster } from '#ui/overlays/toaster.tsx';
import { AppNav } from './app-bottom-nav.tsx';
import { LegalFoot } from '../routing/legal/legal-foot.tsx';
import { HoverTooltips } from './hover-tooltips.tsx';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import { FullPageLoad } from './full-page-load.tsx';
import type { CspProfile, PageRoute } from '../routing/page-route.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { matchRoute } from '../routing/route-table.ts';
import { useScrollRestoration } from './scrolling/scroll-restoration.ts';
import { PageFoot } from '#ui/layout/app-shell.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import { usePreloadPages } from './use-preload-pages.ts';
import { useResumeIntent } from './use-resume-intent.ts';
import shellStyles from './shell.module.css';

type RootProps = {
  queries: QueryClient;
  transport: Transport;
  renderedAt: string;
  /** The policy of the document; null if all pages have the same. */
  documentPolicy: CspProfile | null;
  adsense: Adsense | null;
  identity: IdentityConfig;
  /** The location on the server, which has no `window.location`. */
  location?: { path: string; search: string };
};

/** The providers of all pages, and the page of the URL. */
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
    <PageErrorBoundary>
      <QueryClientProvider client={queries}>
        <TransportProvider transport={transport}>
          <NowProvider renderedAt={renderedAt}>
            <SessionProvider identity={identity}>
              <AdsProvider adsense={adsense}>
                <Live>
                  <LinkProvider value={RouterLink}>
                    <Router {...(location && { ssrPath: location.path, ssrSearch: location.search })}>
                      <a className={shellStyles.skip} href="#main">
                        {t('app.skip.content')}
                      </a>
                      <OfflineBanner />
                      <PausedBanner />
                      <CurrentPage documentPolicy={documentPolicy} />
                      <SessionEffects />
                      <Toaster />
                      <HoverTooltips />
                    </Router>
                  </LinkProvider>
                </Live>
              </AdsProvider>
            </SessionProvider>
          </NowProvider>
        </TransportProvider>
      </QueryClientProvider>
    </PageErrorBoundary>
  );
}

const loadSession = async () => (await import('./live-features.ts')).startSession;

/** The socket of the signed-in user. */
function Live({ children }: { children: ReactNode }) {
  return (
    <LiveProvider userId={useCurrentUserId()} tokens={useTokenSource()} load={loadSession}>
      {children}
    </LiveProvider>
  );
}

/**
 * What follows the session on all pages. It is beside the page: once the session is known, a parent that
 * re-renders would make React hydrate the whole page in one task.
 */
function SessionEffects() {
  const [path] = useLocation();
  useLiveBooks();
  useLiveFavorites();
  useLiveUser();
  useAccountLanguage();
  useDropLeftIntent(matchRoute(path).route.isSignInStep === true);
  usePreloadPages();
  useConfirmedDevice();
  return null;
}

/** Must not read the session: see `SessionEffects`. */
function CurrentPage({ documentPolicy }: { documentPolicy: CspProfile | null }) {
  const [path] = useLocation();
  const [loadedPath] = useState(path);
  const search = useSearch();
  const { route, params } = matchRoute(path);
  const { Component } = route.page;
  useScrollRestoration();
  useDocumentTitle(route.title && t(route.title));
  const isOfPolicy = documentPolicy === null || documentPolicy === (route.policy ?? 'ordinary');
  const mayShow = isOfPolicy && !isDocumentOutdated();
  // The loaded path is always shown, because a wrong policy would otherwise reload it without end.
  if (!mayShow && path !== loadedPath) return <FullPageLoad key={path} meanwhile={route.skeleton} />;
  return (
    <PageErrorBoundary path={path} nav={<AppNav />}>
      {/* The key unmounts the previous page at once: hidden while the next one loads, it would still act. */}
      <Suspense key={route.path} fallback={route.skeleton()}>
        <RouteGuard route={route}>
          <PageFoot value={hasFoot(route) ? <LegalFoot /> : null}>
            <Component params={params} search={new URLSearchParams(search)} />
          </PageFoot>
          <FocusOnNavigation key={path} />
          <ResumeIntent />
        </RouteGuard>
      </Suspense>
    </PageErrorBoundary>
  );
}

const hasFoot = ({ access, isSignInStep }: PageRoute): boolean => access === 'everybody' && !isSignInStep;

let hasArrived = false;

/**
 * Rendered beside a page once that is visible. The link that led here is gone and the focus with it: screen
 * readers and keyboards continue at the start of the page, unless the page has set the focus.
 */
function FocusOnNavigation() {
  useEffect(() => {
    // The browser sets the focus on the first page.
    if (hasArrived && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    hasArrived = true;
  }, []);
  return null;
}

/** Resumes an intent beside the page: a document that is about to be replaced must not take it. */
function ResumeIntent() {
  useResumeIntent();
  return null;
}

/** Shows the page to users who may see it. Its skeleton stands until the session is known. */
function RouteGuard({ route, children }: { route: PageRoute; children: React.ReactNode }) {
  const session = useSession();
  if (route.access === 'everybody') return children;
  // A visitor sees nothing of the page before they are sent away.
  if (session.status === 'loading') return <div className={shellStyles.user}>{route.skeleton()}</div>;
  const signedIn = session.status === 'signed-in';
  if (signedIn && (route.access !== 'staff-else-home' || session.user.roles.length > 0)) return children;
  return signedIn || route.access === 'signed-in-else-home' ? (
    <RedirectHome words={route.redirectToast} />
  ) : (
    <InlineSignIn />
  );
}

function RedirectHome({ words }: { words: PageRoute['redirectToast'] }) {
  const [path] = useLocation();
  const isFromNotification = useSearch().includes('from=notification');
  useEffect(() => {
    if (words !== undefined)
      toast({ variant: words.variant, title: t(words.title), description: t(words.description) });
    // A user who opened a notification is taken there after signing in.
    if (isFromNotification) storePendingIntent({ kind: 'route', path });
  }, [words, isFromNotification, path]);
  return <Redirect to="/" replace />;
}
