import { OFFLINE_USER_HEADER } from '#platform/shared/offline-user-header.ts';
import { SHARE_PATH } from '#platform/shared/share-target.ts';
import { LANGUAGE_PARAM } from '#platform/shared/texts/language-choice.ts';
import {
  type CacheBucket,
  deleteFromCache,
  followLanguage,
  deleteExpired,
  EMPTY_PAGE,
  matchInCache,
  matchPrivate,
  matchPublic,
  privateCacheGeneration,
  isCacheable,
  isCached,
  putInCache,
  cacheBuckets,
  cachePrivate,
  OFFLINE_PAGE,
} from './caches.ts';
import {
  FORM_PAGES,
  pageEndpoints,
  PRIVATE_ENDPOINTS,
  PUBLIC_ENDPOINTS,
  PUBLIC_PAGES,
  toPageKey,
} from './offline-pages.ts';
import { receiveShare } from './receive-share.ts';
import { type FetchEvent, worker } from './worker-scope.ts';

/**
 * The response to a request, or null to leave it to the browser. The network comes first, except for
 * immutable files.
 */
export function handleFetch(event: FetchEvent): Promise<Response> | null {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin) return null;
  const { pathname } = url;
  if (request.method === 'POST' && pathname === SHARE_PATH) return receiveShare(event);
  if (request.method !== 'GET') return null;
  if (request.mode === 'navigate') return respondWithPage(event, url);
  if (pathname.startsWith('/assets/')) return respondWithFile(event);
  if (pathname.startsWith('/objects/')) return respondWithPublic(event, cacheBuckets.photos);
  if (PUBLIC_ENDPOINTS.test(pathname)) return respondWithPublic(event, cacheBuckets.books);
  return PRIVATE_ENDPOINTS.test(pathname) ? respondWithPrivate(event) : null;
}

/** A file with a hash in its name. */
async function respondWithFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const found = await matchInCache(cacheBuckets.files.name, request);
  return found ?? respondWithPublic(event, cacheBuckets.files);
}

async function respondWithPublic(event: FetchEvent, place: CacheBucket): Promise<Response> {
  const key = event.request;
  try {
    const response = await fetch(event.request);
    event.waitUntil(cacheOrDelete(place, key, response.clone()));
    return response;
  } catch (error) {
    const found = await matchPublic(place.name, key);
    if (found !== undefined) return found;
    throw error;
  }
}

async function cacheOrDelete(place: CacheBucket, key: Request | string, response: Response): Promise<void> {
  if (isCacheable(response)) await putInCache(place, key, response);
  else if ([404, 410].includes(response.status)) await deleteFromCache(place.name, key);
}

/**
 * Cached for the user of the token. Offline each user gets their own data; without a token the page names the
 * user.
 */
async function respondWithPrivate(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const before = privateCacheGeneration();
  const user = userOf(request);
  try {
    const response = await fetch(request);
    if (user !== null && isCacheable(response))
      event.waitUntil(cachePrivate(user, request, response.clone(), before));
    return response;
  } catch (error) {
    const asking = user ?? decodeURIComponent(request.headers.get(OFFLINE_USER_HEADER) ?? '');
    const found = await matchPrivate(asking, request);
    if (found !== undefined) return found;
    throw error;
  }
}

/**
 * A page: from the network, from the cache, drawn from cached data, or the message that it is not available.
 */
async function respondWithPage(event: FetchEvent, { pathname, searchParams }: URL): Promise<Response> {
  const tidied = deleteExpired();
  event.waitUntil(tidied);
  const key = PUBLIC_PAGES.test(pathname) ? toPageKey(pathname, searchParams) : null;
  try {
    const response = await fetch(event.request);
    // A URL with a language is no choice of the reader.
    if (!searchParams.has(LANGUAGE_PARAM)) event.waitUntil(cachePage(response.clone(), key));
    return response;
  } catch {
    const cached = key === null ? undefined : await matchPublic(cacheBuckets.pages.name, key);
    if (cached !== undefined) return cached;
    const [page, endpoint] = pageEndpoints.find(([pattern]) => pattern.test(pathname)) ?? [];
    const needed = page && endpoint?.(page.exec(pathname)?.[1] ?? '', searchParams.get('tab'));
    await tidied;
    const canDraw = FORM_PAGES.test(pathname) || (needed !== undefined && (await isCached(needed)));
    const stead = canDraw ? EMPTY_PAGE : OFFLINE_PAGE;
    return (await matchInCache(cacheBuckets.pages.name, stead)) ?? Response.error();
  }
}

/** The pages of another language go before this one is cached. */
async function cachePage(response: Response, key: string | null): Promise<void> {
  if (isCacheable(response)) await followLanguage(response);
  if (key !== null) await cacheOrDelete(cacheBuckets.pages, key, response);
}

/** The user of a token. Its signature needs no check: the server has accepted it. */
function userOf(request: Request): string | null {
  const payload = /^Bearer [^.]+\.([^.]+)\./.exec(request.headers.get('authorization') ?? '')?.[1];
  if (payload === undefined) return null;
  try {
    const { sub } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as { sub?: unknown };
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}
