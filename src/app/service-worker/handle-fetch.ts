import { offlineUserHeader } from '#platform/shared/offline-user-header.ts';
import {
  deleteFromCache,
  deleteExpired,
  emptyPage,
  matchInCache,
  matchPrivate,
  matchPublic,
  privateCacheGeneration,
  isKeepable,
  isCached,
  putInCache,
  cacheBuckets,
  cachePrivate,
  offlinePage,
} from './caches.ts';
import { type FetchEvent, worker } from './worker-scope.ts';

/** The same for everybody, and worth having without a connection. */
const publicPages = /^\/($|book\/[\w-]+$|help$|privacy$|terms$)/;
const publicCalls = /^\/api\/books(\/[\da-f-]{36})?$/;
/** One person's. Everything else that is called, payments and administration above all, is never kept. */
const privateCalls = /^\/api\/(conversations|favorites|books\/user)(\/|$)/;

/** Pages that show what is kept of a call. */
const shown: [page: RegExp, call: (id: string) => string][] = [
  [/^\/$/, () => '/api/books'],
  [/^\/book\/([\w-]+)$/, (id) => `/api/books/${id}`],
  [/^\/favorites$/, () => '/api/favorites'],
  [/^\/(?:messages|profile)$/, () => '/api/conversations'],
  [/^\/conversation\/([\w-]+)$/, (id) => `/api/conversations/${id}/messages`],
];

/** How a request is answered; null for what is none of the worker's business. The network comes first, but for files that never change. */
export function handleFetch(event: FetchEvent): Promise<Response> | null {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return null;
  const { pathname } = url;
  if (request.mode === 'navigate') return answerPage(event, url);
  if (pathname.startsWith('/assets/')) return answerFile(event);
  if (pathname.startsWith('/objects/')) return answerPublic(event, cacheBuckets.photos);
  if (publicCalls.test(pathname)) return answerPublic(event, cacheBuckets.books);
  return privateCalls.test(pathname) ? answerPrivate(event) : null;
}

/** Named by what is in it. */
async function answerFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const found = await matchInCache(cacheBuckets.files.name, request);
  return found ?? answerPublic(event, cacheBuckets.files);
}

async function answerPublic(
  event: FetchEvent,
  place: { name: string; most: number },
  key: Request | string = event.request,
): Promise<Response> {
  try {
    const response = await fetch(event.request);
    if (isKeepable(response)) event.waitUntil(putInCache(place, key, response.clone()));
    else if ([404, 410].includes(response.status)) event.waitUntil(deleteFromCache(place.name, key));
    return response;
  } catch (error) {
    const found = await matchPublic(place.name, key);
    if (found !== undefined) return found;
    throw error;
  }
}

/** Kept for whom the token names. Without an answer each is shown their own: who has no token now is whom the page remembers. */
async function answerPrivate(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const before = privateCacheGeneration();
  const user = personOf(request);
  try {
    const response = await fetch(request);
    if (user !== null && isKeepable(response))
      event.waitUntil(cachePrivate(user, request, response.clone(), before));
    return response;
  } catch (error) {
    const asking = user ?? decodeURIComponent(request.headers.get(offlineUserHeader) ?? '');
    const found = await matchPrivate(asking, request);
    if (found !== undefined) return found;
    throw error;
  }
}

/** A page: fetched, as it was last, drawn from what is kept, or one that says that it is not there. */
async function answerPage(event: FetchEvent, { pathname, searchParams }: URL): Promise<Response> {
  const tidied = deleteExpired();
  event.waitUntil(tidied);
  try {
    if (publicPages.test(pathname))
      return await answerPublic(event, cacheBuckets.pages, pageKey(pathname, searchParams));
    return await fetch(event.request);
  } catch {
    const [page, call] = shown.find(([pattern]) => pattern.test(pathname)) ?? [];
    const needed = page && call?.(page.exec(pathname)?.[1] ?? '');
    await tidied;
    const stead = needed !== undefined && (await isCached(needed)) ? emptyPage : offlinePage;
    return (await matchInCache(cacheBuckets.pages.name, stead)) ?? Response.error();
  }
}

/** Pages know nothing of other parameters. */
function pageKey(pathname: string, given: URLSearchParams): string {
  const known = new URLSearchParams();
  for (const name of pathname === '/' ? ['search', 'subject'] : []) {
    const value = given.get(name);
    if (value) known.set(name, value);
  }
  return known.size === 0 ? pathname : `${pathname}?${known}`;
}

/** Whom the token of a call is about. Nothing is proven by it: the server has answered. */
function personOf(request: Request): string | null {
  const payload = /^Bearer [^.]+\.([^.]+)\./.exec(request.headers.get('authorization') ?? '')?.[1];
  if (payload === undefined) return null;
  try {
    const { sub } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as { sub?: unknown };
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}
