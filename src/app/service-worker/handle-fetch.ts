import { OFFLINE_USER_HEADER } from '#platform/shared/offline-user-header.ts';
import {
  deleteFromCache,
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
import { type FetchEvent, worker } from './worker-scope.ts';

/**
 * The response to a request, or null to leave it to the browser. The network comes first, except for
 * immutable files.
 */
export function handleFetch(event: FetchEvent): Promise<Response> | null {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return null;
  const { pathname } = url;
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

async function respondWithPublic(
  event: FetchEvent,
  place: { name: string; maxEntries: number },
  key: Request | string = event.request,
): Promise<Response> {
  try {
    const response = await fetch(event.request);
    if (isCacheable(response)) event.waitUntil(putInCache(place, key, response.clone()));
    else if ([404, 410].includes(response.status)) event.waitUntil(deleteFromCache(place.name, key));
    return response;
  } catch (error) {
    const found = await matchPublic(place.name, key);
    if (found !== undefined) return found;
    throw error;
  }
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
  try {
    if (PUBLIC_PAGES.test(pathname))
      return await respondWithPublic(event, cacheBuckets.pages, toPageKey(pathname, searchParams));
    return await fetch(event.request);
  } catch {
    const [page, endpoint] = pageEndpoints.find(([pattern]) => pattern.test(pathname)) ?? [];
    const needed = page && endpoint?.(page.exec(pathname)?.[1] ?? '', searchParams.get('tab'));
    await tidied;
    const canDraw = FORM_PAGES.test(pathname) || (needed !== undefined && (await isCached(needed)));
    const stead = canDraw ? EMPTY_PAGE : OFFLINE_PAGE;
    return (await matchInCache(cacheBuckets.pages.name, stead)) ?? Response.error();
  }
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
