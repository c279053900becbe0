import { dehydrate, QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { IdentityConfig } from '#features/accounts/rules.ts';
import type { Adsense } from '#features/ads/rules.ts';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { spriteMarkup } from '#ui/icons/sprite.ts';
import { OfflinePage } from './offline-page.tsx';
import type { PageHead, CspProfile, DehydratedPage } from '../routing/page-route.ts';
import { Root } from './root.tsx';
import { matchRoute } from '../routing/route-table.ts';

export type RenderRequest = {
  url: string;
  transport: Transport;
  now: string;
  origin: string;
  /** Whether pages of different policies have different headers. */
  hasSeparatePolicies: boolean;
  adsense: Adsense | null;
  identity: IdentityConfig;
};

export type RenderedPage = {
  status: number;
  /** The page's own file, if it is not in the first script. */
  source: string | null;
  policy: CspProfile;
  head: PageHead;
  /** Inline symbols that the icons refer to. */
  sprite: string;
  body: string;
  /** What the browser continues from. */
  state: DehydratedPage<unknown>;
};

/** Renders a page for nobody in particular: who is asking is known only in the browser. */
export async function renderPage(request: RenderRequest): Promise<RenderedPage> {
  const { url, transport, now, origin, adsense, identity } = request;
  const { pathname, searchParams } = new URL(url, origin);
  const { route, params } = matchRoute(pathname);
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const prepared = await route.loader?.(queries, transport, { params, search: searchParams }, origin);
  await route.page.preload();
  const policy = route.policy ?? 'ordinary';
  const documentPolicy = request.hasSeparatePolicies ? policy : null;
  const body = renderToString(
    <Root
      queries={queries}
      transport={transport}
      renderedAt={now}
      documentPolicy={documentPolicy}
      adsense={adsense}
      identity={identity}
      location={{ path: pathname, search: searchParams.toString() }}
    />,
  );
  return {
    status: prepared?.status ?? (route.path === '*' ? 404 : 200),
    source: route.page.source,
    policy,
    head: prepared?.head ?? { title: route.title ?? 'Book Swap' },
    sprite: spriteMarkup,
    body,
    state: { now, queries: dehydrate(queries), policy: documentPolicy, adsense, identity },
  };
}

/** A document without a page: the browser draws the one of its address from what it has. */
export function renderEmptyPage(request: Omit<RenderRequest, 'url'>): RenderedPage {
  const { now, adsense, identity, hasSeparatePolicies } = request;
  const policy = 'ordinary';
  return {
    status: 200,
    source: null,
    policy,
    head: { title: 'Book Swap', noIndex: true },
    sprite: spriteMarkup,
    body: '',
    state: {
      now,
      queries: dehydrate(new QueryClient()),
      policy: hasSeparatePolicies ? policy : null,
      adsense,
      identity,
    },
  };
}

export const renderOfflinePage = (): string => spriteMarkup + renderToStaticMarkup(<OfflinePage />);

/**
 * Under which a rendered page is kept: its address, or its route where the server shows the same for every address of it. Null
 * for what is no page.
 */
export function pageKey(path: string, url: string): string | null {
  const { route } = matchRoute(path);
  if (route.path === '*') return null;
  return route.loader === undefined ? route.path : url;
}
