import type { FastifyReply, FastifyRequest } from 'fastify';
import { bookEndpoints, type Book, type BookEndpoints } from '#features/books/contract.ts';
import { homeUrl, parseFilters } from '#features/books/filters.ts';
import { userUrl } from '#features/accounts/rules.ts';
import { courseUrl } from '#features/courses/rules.ts';
import type { CourseEndpoints } from '#features/courses/contract.ts';
import type { ProfileEndpoints } from '#features/profiles/contract.ts';
import type { EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import { languageOfUrl } from '#platform/server/http/language/choose-language.ts';
import { parseInput } from '#platform/server/http/parse-input.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { isUuid } from '#platform/shared/is-uuid.ts';
import { renderIn } from '#platform/shared/texts/locale.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { textsIn, type Translate } from '#platform/shared/texts/t.ts';
import { MAX_FEED_ENTRIES } from '../rules.ts';
import type { DiscoveryCache } from './discovery-cache.ts';
import { type Feed, writeFeed } from './write-feed.ts';

const ATOM = 'application/atom+xml';
const SUFFIX = '.atom';

type Limit = EndpointRegistryOptions['limit'];
type FeedOptions = { cache: DiscoveryCache; limit: Limit };

/** What makes one feed, in the language of `t`. */
type FindFeed = (transport: Transport, t: Translate) => Promise<Feed>;

/**
 * Atom feeds of searches, courses and sellers: what a visitor sees in the lists. Worded in the market's first language,
 * or in that of `?lang=`; no header selects another, so that a reader in between may keep them.
 */
export function mountFeeds(context: ServerContext, { cache, limit }: FeedOptions): void {
  const { http, publicUrl } = context;
  const options = { config: { auth: 'public', limit: 'handler-enforced' } } as const;
  const respond = createResponder(context, cache);
  http.get('/feed/books.atom', options, (request, reply) => {
    const query = renderIn(context.localeOf(), () => readQuery(request.query));
    return respond(request, reply, {
      key: JSON.stringify(query),
      limit: () => limit('GET /feed/books.atom', null, request),
      find: (transport, t) => findBooksFeed(transport, query, { t, publicUrl }),
    });
  });
  http.get('/feed/courses/:file', options, (request, reply) => {
    const code = nameOf(request);
    return respond(request, reply, {
      key: code,
      limit: () => limit('GET /feed/courses/:file', null, request),
      find: (transport, t) => findCourseFeed(transport, code, { t, publicUrl }),
    });
  });
  http.get('/feed/users/:file', options, (request, reply) => {
    const id = nameOf(request).toLowerCase();
    if (!isUuid(id)) throw commonProblem('not-found');
    // It names a person. The listings in it have pages that are found.
    void reply.header('x-robots-tag', 'noindex');
    return respond(request, reply, {
      key: id,
      limit: () => limit('GET /feed/users/:file', null, request),
      find: (transport, t) => findSellerFeed(transport, id, { t, publicUrl }),
    });
  });
}

/** 'MATH101' of `/feed/courses/MATH101.atom`. */
function nameOf({ params }: FastifyRequest): string {
  const { file } = params as { file: string };
  if (!file.endsWith(SUFFIX) || file.length > 200) throw commonProblem('not-found');
  return file.slice(0, -SUFFIX.length);
}

type Query = Record<string, string>;

/** Throws 'invalid-request' for what the list would refuse. */
function readQuery(query: unknown): Query {
  const { lang: _, limit, ...filters } = query as Query;
  parseInput(bookEndpoints['GET /api/books'].query, query, 'query');
  const entries = Math.min(Number(limit ?? MAX_FEED_ENTRIES), MAX_FEED_ENTRIES);
  const known = Object.entries(filters).filter(
    ([name, value]) => name in bookEndpoints['GET /api/books'].query.shape && value !== '',
  );
  return {
    ...Object.fromEntries(known.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    limit: `${entries}`,
  };
}

type Wording = { t: Translate; publicUrl: string };

async function findBooksFeed(transport: Transport, query: Query, { t, publicUrl }: Wording): Promise<Feed> {
  const { items, isNear } = await apiClient<BookEndpoints>(transport).page('GET /api/books', {
    query: { sort: 'newest', ...query },
  });
  const { limit, ...filters } = query;
  const asked = new URLSearchParams({ ...filters, ...(limit !== `${MAX_FEED_ENTRIES}` && { limit }) });
  const known = parseFilters(new URLSearchParams(filters));
  return {
    title:
      known.search === undefined
        ? t('discovery.feed.all')
        : t('discovery.feed.search', { search: known.search }),
    self: `${publicUrl}/feed/books.atom${asked.size === 0 ? '' : `?${asked}`}`,
    page: publicUrl + homeUrl(known),
    // What matches only in part is for a person who looks for something now.
    books: isNear ? [] : query['sort'] === undefined ? newestFirst(items) : items,
  };
}

async function findCourseFeed(
  transport: Transport,
  written: string,
  { t, publicUrl }: Wording,
): Promise<Feed> {
  const { code } = await apiClient<CourseEndpoints>(transport).call('GET /api/courses/:code', {
    params: { code: written },
  });
  const page = courseUrl(code);
  const course = decodeURIComponent(page.slice(page.lastIndexOf('/') + 1));
  const { items } = await apiClient<BookEndpoints>(transport).page('GET /api/books', {
    query: { course, sort: 'newest', limit: `${MAX_FEED_ENTRIES}` },
  });
  return {
    title: t('discovery.feed.course', { code }),
    self: `${publicUrl}/feed/courses/${encodeURIComponent(course)}${SUFFIX}`,
    page: publicUrl + page,
    books: newestFirst(items),
  };
}

async function findSellerFeed(transport: Transport, id: string, { t, publicUrl }: Wording): Promise<Feed> {
  const params = { id };
  const { name } = await apiClient<ProfileEndpoints>(transport).call('GET /api/users/:id', { params });
  const { items } = await apiClient<BookEndpoints>(transport).page('GET /api/users/:id/books', {
    params,
    query: { limit: `${MAX_FEED_ENTRIES}` },
  });
  return {
    title: t('discovery.feed.seller', { name }),
    self: `${publicUrl}/feed/users/${id}${SUFFIX}`,
    page: publicUrl + userUrl(id),
    books: items,
  };
}

/** The list begins with boosted listings. */
const newestFirst = (books: readonly Book[]): Book[] =>
  books.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));

type Wanted = { key: string; limit: () => Promise<void>; find: FindFeed };

function createResponder(context: ServerContext, cache: DiscoveryCache) {
  const { endpoints, localeOf, market, publicUrl } = context;
  return async (request: FastifyRequest, reply: FastifyReply, { key, limit, find }: Wanted) => {
    const namedLanguage = languageOfUrl(request.url, market.languages);
    const language = namedLanguage ?? market.languages[0];
    const kept = `${request.routeOptions.url} ${namedLanguage ?? ''} ${key}`;
    const make = async () => {
      const locale = localeOf(language);
      const caller = { ip: request.ip, isAnonymous: true, language };
      const feed = await find(
        endpoints.inProcess(caller, () => {}),
        textsIn(locale),
      );
      const text = writeFeed(feed, {
        origin: publicUrl,
        locale,
        namedLanguage,
        languages: market.languages,
      });
      const ends = feed.books.map(({ expiresAt }) => new Date(expiresAt).getTime());
      return { text, endsAt: ends.length === 0 ? null : new Date(Math.min(...ends)) };
    };
    void reply.header('content-language', language);
    const send = () => cache.respond(request, reply, { key: kept, type: ATOM }, make);
    if (cache.holds(kept, request)) return send();
    await limit();
    return endpoints.inTurn(null, request, send);
  };
}
