import type { ReactElement } from 'react';
import { dehydrate, QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { IdentityConfig } from '#features/accounts/rules.ts';
import type { Adsense } from '#features/ads/rules.ts';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { type Locale, renderIn, toLocaleFacts } from '#platform/shared/texts/locale.ts';
import { t, textId, textsIn } from '#platform/shared/texts/t.ts';
import type { DocumentLocale } from '#platform/web/texts/page-texts.ts';
import { coverArt } from '#ui/cover/cover-art.ts';
import { provideCoverArt } from '#ui/cover/cover-drawing.tsx';
import { keepDrawings } from '#ui/cover/keep-drawings.ts';
import { SPRITE_MARKUP } from '#ui/icons/sprite.ts';
import { provideIllustrations } from '#ui/states/illustration.tsx';
import { pageIllustrations } from '#ui/states/page-illustrations.ts';
import { OfflinePage } from './offline-page.tsx';

export { marketNotice, unknownHostNotice } from './documents/market-notices.tsx';

import type { PageHead, CspProfile, DehydratedPage, PageRoute } from '../routing/page-route.ts';
import { Root } from './root.tsx';
import { loadSkeletons } from '../routing/skeletons/lazy-skeleton.tsx';
import { matchRoute } from '../routing/route-table.ts';

import { LinkButton } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { STALE_PAGE_NOTICE_ID } from './stale-page-notice-id.ts';
import alertsStyles from '#ui/states/alerts.module.css';
import appShellStyles from '#ui/layout/app-shell.module.css';
import emptyStateStyles from '#ui/states/empty-state.module.css';

/** One to three kilobytes each. */
const MAX_KEPT_DRAWINGS = 1_000;

provideCoverArt(keepDrawings(coverArt, MAX_KEPT_DRAWINGS));
provideIllustrations(pageIllustrations);

export type RenderRequest = {
  url: string;
  transport: Transport;
  now: string;
  origin: string;
  /** Whether the policies differ. */
  hasSeparatePolicies: boolean;
  adsense: Adsense | null;
  identity: IdentityConfig;
  locale: Locale;
  /** The folder with the texts of the language, for the browser. */
  textsFolder: string;
};

export type RenderedPage = {
  status: number;
  /** The path to which the request is redirected instead. */
  redirect?: string;
  /** The file of the page, unless it is in the first script. */
  source: string | null;
  policy: CspProfile;
  /** What a page that shows nothing until a script knows the user shows without one; empty for others. */
  noScript: string;
  head: PageHead;
  /** Inline symbols to which the icons refer. */
  sprite: string;
  body: string;
  /** The state with which the browser hydrates. */
  state: DehydratedPage<unknown>;
};

/** Renders a page without a user: only the browser knows the session. */
export async function renderPage(request: RenderRequest): Promise<RenderedPage> {
  const { url, transport, now, origin, adsense, identity, locale } = request;
  const { pathname, searchParams } = new URL(url, origin);
  const { route, params } = matchRoute(pathname);
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const prepared = await route.loader?.(queries, transport, { params, search: searchParams }, origin, locale);
  await Promise.all([route.page.preload(), loadSkeletons()]);
  const policy = route.policy ?? 'ordinary';
  const documentPolicy = request.hasSeparatePolicies ? policy : null;
  const body = renderIn(locale, () =>
    renderToString(
      <Root
        queries={queries}
        transport={transport}
        renderedAt={now}
        documentPolicy={documentPolicy}
        adsense={adsense}
        identity={identity}
        location={{ path: pathname, search: searchParams.toString() }}
      />,
    ),
  );
  return {
    ...(prepared?.redirect !== undefined && { redirect: prepared.redirect }),
    status: prepared?.status ?? (route.path === '*' ? 404 : 200),
    source: route.page.source,
    policy,
    noScript: route.access === 'everybody' ? '' : noScript(locale),
    head: prepared?.head ?? headOf(route, locale),
    sprite: SPRITE_MARKUP,
    body,
    state: {
      now,
      queries: dehydrate(queries),
      policy: documentPolicy,
      adsense,
      identity,
      ...documentLocale(request),
    },
  };
}

/** A document without a page: the browser draws the page of the URL from cached data. */
export function renderEmptyPage(request: Omit<RenderRequest, 'url' | 'transport'>): RenderedPage {
  const { now, adsense, identity, hasSeparatePolicies } = request;
  const policy = 'ordinary';
  return {
    status: 200,
    source: null,
    policy,
    noScript: '',
    head: { title: 'BookSwap', noIndex: true },
    sprite: SPRITE_MARKUP,
    body: '',
    state: {
      now,
      queries: dehydrate(new QueryClient()),
      policy: hasSeparatePolicies ? policy : null,
      adsense,
      identity,
      ...documentLocale(request),
    },
  };
}

/** A page without a loader. Only one for everybody is for search engines. */
const headOf = ({ title, path, access, isSignInStep }: PageRoute, locale: Locale): PageHead => ({
  title: title === null ? 'BookSwap' : textsIn(locale)(title),
  ...(access === 'everybody' && !isSignInStep && path !== '*' && { canonical: path }),
});

/** Each is rendered once for each language. */
const inEachLanguage = (element: () => ReactElement): ((locale: Locale) => string) => {
  const rendered = new Map<Language, string>();
  return (locale) => {
    const markup = rendered.get(locale.language) ?? renderIn(locale, () => renderToStaticMarkup(element()));
    rendered.set(locale.language, markup);
    return markup;
  };
};

/** What `Failed` says: it must be readable if nothing else loads. */
const FAILURE_TEXTS = [
  textId('app.failed.title'),
  textId('app.failed.text'),
  textId('ui.offline.title'),
  textId('ui.action.retry'),
];

const documentLocale = ({
  locale,
  textsFolder,
}: Pick<RenderRequest, 'locale' | 'textsFolder'>): DocumentLocale => ({
  locale: toLocaleFacts(locale),
  textsFolder,
  texts: Object.fromEntries(FAILURE_TEXTS.map((id) => [id, locale.messages[id]])),
});

export const renderOfflinePage = (locale: Locale): string =>
  renderIn(locale, () => SPRITE_MARKUP + renderToStaticMarkup(<OfflinePage />));

/**
 * The cache key of a page: its URL, or its route if the server renders the same for all URLs of that. Null
 * for the 404 page.
 */
export function pageKey(path: string, url: string): string | null {
  const { route } = matchRoute(path);
  if (route.path === '*') return null;
  return route.loader === undefined ? route.path : url;
}

/** The style sheet hides the skeleton of a page that depends on the user, since no script has named one. */
const noScript = inEachLanguage(() => (
  <noscript>
    <main className={appShellStyles.main}>
      <div className={emptyStateStyles.state}>
        <h1>{t('app.no-script.title')}</h1>
        <p>{t('app.no-script.text')}</p>
        <LinkButton href="/">{t('app.action.home')}</LinkButton>
      </div>
    </main>
  </noscript>
));

/** The note on a document of the last minute. */
export const stalePageNotice = inEachLanguage(() => (
  <div id={STALE_PAGE_NOTICE_ID} className={cx(alertsStyles.strip, alertsStyles.low)} role="status">
    {t('app.stale.notice')}
  </div>
));

/** The body of the document for a server that cannot respond. */
export const unavailable = inEachLanguage(() => (
  <AppShell>
    <Main middle>
      <div className={emptyStateStyles.state} role="alert">
        <h1>{t('app.unavailable.title')}</h1>
        <p>{t('app.unavailable.text')}</p>
        <LinkButton href="">{t('ui.action.retry')}</LinkButton>
      </div>
    </Main>
  </AppShell>
));
