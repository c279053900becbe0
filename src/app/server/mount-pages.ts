import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityConfig } from '#features/accounts/rules.ts';
import { clerkHost } from '#features/accounts/server/clerk/clerk-issuer.ts';
import { profileChanged, userDeleted } from '#features/accounts/server/public.ts';
import type { Adsense } from '#features/ads/rules.ts';
import type { CampusLook } from '#features/campus/server/mount.ts';
import { bookChanged } from '#features/books/server/public.ts';
import { toCourseCode } from '#features/books/rules.ts';
import { formatFilters, parseFilters } from '#features/books/filters.ts';
import { isFilterForm, readFilterForm } from '#features/books/filter-form.ts';
import { courseUrl } from '#features/courses/rules.ts';
import { MAX_PAGE_LIFETIME_MS } from '#features/neighbors/rules.ts';
import { reviewsChanged } from '#features/reviews/server/public.ts';
import { busResumed } from '#platform/server/events/event-bus.ts';
import { cacheLifetimeMs, keepUncached, ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import { languageOfUrl } from '#platform/server/http/language/choose-language.ts';
import { languageHeaders } from '#platform/server/http/language/language-of.ts';
import { isUnavailable } from '#platform/server/is-unavailable.ts';
import { toCaller, type Caller } from '#platform/server/caller.ts';
import type { EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { type Locale, renderIn } from '#platform/shared/texts/locale.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { OfferedLanguages } from '#platform/shared/texts/language-choice.ts';
import type { Language } from '#platform/shared/texts/languages.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { hueStyles } from '#features/campus/hue-styles.ts';
import { markAsOld, renderHtmlDocument, unavailableDocument } from './html-document.ts';
import { mountOfflineDocuments } from './documents/mount-offline.ts';
import { type PageSource, withStyles } from './page-source.ts';
import { registerStaticFiles } from './process/static-files.ts';
import type { RenderRequest } from '../shell/ssr.tsx';
import {
  noThirdParties,
  hasSeparatePolicies,
  cspHeaders,
  type ThirdParties,
} from './content-security-policy.ts';

/** The pages that depend on the query of their URL: on its filters, and on no other parameter. */
const FILTERED_PATHS: ReadonlySet<string> = new Set(['/', '/filters']);

/** Of each language. */
const MAX_CACHED_PAGES = 500;
/** Of all languages: a page has 30 to 60 kilobytes. */
const MAX_CACHED_PAGE_BYTES = 64 * 1024 * 1024;

const PAGE_ORIGIN = 'http://page.invalid';

/** Endpoints: a page for them would hide that one does not exist. */
const ENDPOINT_PATH = /^\/(api|ws)(\/|$)/i;
/** Files: a missing one is a page only for a user who opens its URL. */
const FILE_PATH = /^\/(objects|assets)(\/|$)/i;

type Options = {
  builder: PageSource;
  stripe: boolean;
  testMode: boolean;
  adsense: Adsense | null;
  photoUrl: string | null;
  identity: IdentityConfig;
  look: CampusLook;
  limit: EndpointRegistryOptions['limit'];
  /** Whether the built files are routes here, since the process serves none. */
  servesFiles: boolean;
  /** Pages may have listings of other campuses. */
  hasNeighbors: boolean;
};

/** Serves every URL that is no endpoint, file or photo as a page, rendered once for all users and cached. */
export async function mountPages(context: ServerContext, options: Options): Promise<void> {
  const { builder: source, testMode, adsense, identity, look, limit, servesFiles, hasNeighbors } = options;
  const builder = withStyles(source, hueStyles(look.color));
  const { http, log, market } = context;
  if (servesFiles && builder.staticDir !== null) await registerStaticFiles(http, builder.staticDir);
  const thirdParties = toThirdParties(options);
  const caches = { stalePageNotice: await stalePageNoticeOf(builder), hasNeighbors };
  const { pages, missing } = createPageCaches(context, caches);

  const rendering = {
    origin: context.publicUrl,
    hasSeparatePolicies: builder.css !== null && hasSeparatePolicies(thirdParties),
    adsense,
    identity,
  };
  const render = createRenderer(context, { builder, rendering, testMode, look, thirdParties });
  const respond = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = toCaller(request);
    const locale = context.localeOf(caller.language);
    const page = renderIn(locale, () => parsePageUrl(request, market.languages));
    // A cached document brings its own.
    void reply.headers(languageHeaders(request));
    if (page.moved) return reply.redirect(page.url, 308);
    if (builder.css === null) return render(page, caller, reply);
    const { pageKey, unavailable } = await builder.renderer();
    const ownKey = pageKey(page.path, page.url);
    // The document of a URL with a language names that URL as its own.
    const key = ownKey === null || page.namedLanguage === null ? ownKey : `${ownKey} named`;
    const cache = key === null ? missing : pages;
    const send = () => cache.respond(request, reply, key ?? '', () => render(page, caller, reply));
    try {
      if (cache.holds(key ?? '', request)) return await send();
      await limit('GET /*', null, caller, Object.fromEntries(new URL(page.url, PAGE_ORIGIN).searchParams));
      return await context.endpoints.inTurn(null, caller, send);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.warn({ err: error }, 'a page could not be rendered');
      const locale = context.localeOf(caller.language);
      const document = unavailableDocument(unavailable(locale), builder.css, locale);
      return sendUnavailable(reply, document, builder.css);
    }
  };
  const config = { auth: 'public', limit: 'handler-enforced' } as const;
  http.route({ method: 'GET', url: '/*', config, handler: respond });
  const { css, offline } = builder;
  if (css !== null && offline !== undefined) {
    const documents = { builder: { ...builder, offline }, css, rendering, testMode, look, thirdParties };
    mountOfflineDocuments(context, documents);
  }
}

type Rendering = Pick<Options, 'builder' | 'testMode' | 'look'> & {
  rendering: Pick<RenderRequest, 'origin' | 'hasSeparatePolicies' | 'adsense' | 'identity'>;
  thirdParties: ThirdParties;
};

/** Renders a document in the caller's language. */
const createRenderer =
  (context: ServerContext, { builder, rendering, testMode, look, thirdParties }: Rendering) =>
  async (
    { url, namedLanguage }: PageRequest,
    caller: Caller,
    reply: FastifyReply,
  ): Promise<string | Buffer> => {
    const { clock, endpoints, localeOf, market, publicUrl: origin } = context;
    const { language } = caller;
    const locale = localeOf(language);
    const { renderPage } = await builder.renderer();
    const page = await renderPage({
      ...rendering,
      locale,
      textsFolder: builder.textsFolder(language),
      transport: endpoints.inProcess(caller, () => keepUncached(reply)),
      url,
      now: clock.now().toISOString(),
    });
    if (page.redirect !== undefined) {
      // Never kept: the place that it names changes with the listing.
      void reply.code(302).header('cache-control', 'no-store').header('location', page.redirect);
      return '';
    }
    const assets = await builder.assets(url, page.source, language);
    void reply.code(page.status).type('text/html; charset=utf-8');
    if (builder.css !== null) void reply.headers(cspHeaders(page.policy, thirdParties, assets.css));
    const { languages } = market;
    return renderHtmlDocument(page, assets, { origin, testMode, look, locale, namedLanguage, languages });
  };

const toThirdParties = ({
  stripe,
  adsense,
  photoUrl,
  identity,
}: Pick<Options, 'stripe' | 'adsense' | 'photoUrl' | 'identity'>): ThirdParties => ({
  stripe,
  google: adsense !== null,
  photos: photoUrl === null ? null : new URL(photoUrl).origin,
  clerk: identity.kind === 'clerk' ? clerkHost(identity.publishableKey) : null,
});

/** Development caches no page. */
const stalePageNoticeOf = async (source: PageSource): Promise<(locale: Locale) => string> =>
  source.css === null ? () => '' : (await source.renderer()).stalePageNotice;

/** The 404 page is one page for all paths. */
function createPageCaches(
  { clock, events, metrics, database, market, localeOf, services }: ServerContext,
  { stalePageNotice, hasNeighbors }: { stalePageNotice: (locale: Locale) => string; hasNeighbors: boolean },
) {
  const { length } = market.languages;
  const pages = new ResponseCache({
    budgets: [services.caches],
    clock,
    lifetimeMs: hasNeighbors
      ? Math.min(cacheLifetimeMs(events), MAX_PAGE_LIFETIME_MS)
      : cacheLifetimeMs(events),
    entries: MAX_CACHED_PAGES * length,
    maxBytes: MAX_CACHED_PAGE_BYTES,
    byUrl: true,
    byLanguage: true,
    stale: { mark: (html, language) => markAsOld(html, stalePageNotice(localeOf(language))) },
    isDivided: database.replica !== null,
  });
  const missing = new ResponseCache({
    budgets: [services.caches],
    clock,
    lifetimeMs: HOUR_MS,
    entries: length,
    cachedStatus: 404,
    byLanguage: true,
  });
  metrics.cache('pages', pages);
  events.subscribe(bookChanged, () => pages.clear());
  for (const topic of [profileChanged, reviewsChanged, userDeleted])
    events.subscribe(topic, ({ userId }) => pages.clearContaining(userId));
  events.subscribe(busResumed, () => pages.clear());
  return { pages, missing };
}

const sendUnavailable = (reply: FastifyReply, document: string, css: string) =>
  reply
    .code(503)
    .headers({
      'retry-after': '5',
      'cache-control': 'no-store',
      ...cspHeaders('ordinary', noThirdParties, css),
    })
    .type('text/html; charset=utf-8')
    .send(document);

type PageRequest = {
  path: string;
  /** The normalized path and query, so that all spellings of a URL are one page. */
  url: string;
  /** The language that the URL names for search engines, on pages for everybody. */
  namedLanguage: Language | null;
  /** The URL was spelled differently: the request is redirected to the canonical one. */
  moved: boolean;
};

/** The path of no page, for URLs that cannot be one. */
const notFoundPage: PageRequest = { path: '/404', url: '/404', namedLanguage: null, moved: false };

function parsePageUrl({ url, headers }: FastifyRequest, languages: OfferedLanguages): PageRequest {
  // The URL class would take the second part of `//host` for a host.
  if (!URL.canParse(url, PAGE_ORIGIN) || /^[/\\]{2}/.test(url)) return notFoundPage;
  const { pathname, searchParams } = new URL(url, PAGE_ORIGIN);
  if (ENDPOINT_PATH.test(pathname)) throw commonProblem('not-found');
  if (FILE_PATH.test(pathname)) {
    if (headers.accept?.includes('text/html') !== true) throw commonProblem('not-found');
    return notFoundPage;
  }
  const path = canonicalPath(pathname);
  if (path === null) return notFoundPage;
  const hasFilters = FILTERED_PATHS.has(path);
  // A browser without a script sends the form of the filters; the redirect gives their URL.
  const isForm = hasFilters && isFilterForm(searchParams);
  const known = !hasFilters
    ? new URLSearchParams()
    : formatFilters(isForm ? readFilterForm(searchParams).filters : parseFilters(searchParams));
  const moved = path !== pathname || isForm;
  const search = moved && !isForm ? searchParams : known;
  const namedLanguage = languages.length === 1 ? null : languageOfUrl(url, languages);
  return { path, url: search.size === 0 ? path : `${path}?${search}`, namedLanguage, moved };
}

/** Lower case, without a trailing slash or unnecessary encoding; a course by its code. Null for a malformed path. */
function canonicalPath(pathname: string): string | null {
  try {
    const path = encodeURI(decodeURI(pathname)).toLowerCase().replace(/\/+$/, '').replace(/^\/*/, '/');
    const written = /^\/course\/([^/]+)$/.exec(path)?.[1];
    const code = written === undefined ? null : toCourseCode(decodeURIComponent(written));
    return code === null ? path : courseUrl(code);
  } catch {
    return null;
  }
}
