import { PRIVATE_STORAGE_PREFIX } from '#platform/shared/private-storage.ts';
import { worker } from './worker-scope.ts';

// Put in by the build.
declare const BUILD: string;
declare const BUILT_FILES: string[];

/** Each version has its own, so that nothing of one is ever shown by another. How many answers each keeps. */
export const cacheBuckets = {
  pages: { name: `pages ${BUILD}`, most: 60 },
  files: { name: `files ${BUILD}`, most: 300 },
  photos: { name: `photos ${BUILD}`, most: 200 },
  books: { name: `books ${BUILD}`, most: 200 },
} as const;
type Kept = { name: string; most: number };

/** Other people's photos, listings and pages with them are kept so many milliseconds: who has gone is not shown for ever. */
const MAX_CACHE_AGE_MS = 7 * 86_400_000;
/** On what has an end: when it was kept. A page's files have none, as they go with their version. */
const keptAt = 'x-kept-at';

const MAX_PRIVATE_ENTRIES = 120;
const privateName = (user: string) => `${PRIVATE_STORAGE_PREFIX}${BUILD} ${user}`;
const privateNames = async () =>
  (await caches.keys()).filter((name) => name.startsWith(PRIVATE_STORAGE_PREFIX));

/** What is there for a page that cannot be fetched: one that says so, and one that shows what is kept. */
export const offlinePage = '/offline.html';
export const emptyPage = '/empty.html';

export async function precache(): Promise<void> {
  const fresh = [offlinePage, emptyPage].map((path) => new Request(path, { cache: 'reload' }));
  await (await caches.open(cacheBuckets.pages.name)).addAll(fresh);
  await (await caches.open(cacheBuckets.files.name)).addAll(BUILT_FILES);
}

/** What other versions have kept. */
export async function deleteOldVersions(): Promise<void> {
  for (const name of await caches.keys())
    if (!name.includes(` ${BUILD}`) && !isOwnPrivate(name)) await caches.delete(name);
}
const isOwnPrivate = (name: string) => name.startsWith(`${PRIVATE_STORAGE_PREFIX}${BUILD} `);

/** A whole answer of ours, and no redirection. */
export const isKeepable = (response: Response): boolean =>
  response.status === 200 && response.type === 'basic' && !response.redirected;

export async function putInCache(
  { name, most }: Kept,
  key: Request | string,
  response: Response,
): Promise<void> {
  const cache = await caches.open(name);
  const headers = new Headers(response.headers);
  headers.set(keptAt, String(Date.now()));
  await cache.put(key, new Response(response.body, { headers }));
  const keys = await cache.keys();
  // In the order in which they were put in: the oldest first.
  for (const old of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(old);
}

export const matchInCache = (name: string, key: Request | string): Promise<Response | undefined> =>
  caches.match(key, { cacheName: name, ignoreVary: true });

const hasEnd = (response: Response): boolean => response.headers.has(keptAt);
const isOld = (response: Response): boolean =>
  hasEnd(response) && Date.now() - Number(response.headers.get(keptAt)) > MAX_CACHE_AGE_MS;

/** What the same address has answered everybody with, for a week. */
export async function matchPublic(name: string, key: Request | string): Promise<Response | undefined> {
  const found = await matchInCache(name, key);
  return found === undefined || isOld(found) ? undefined : found;
}

/** It is not there any more. */
export const deleteFromCache = async (name: string, key: Request | string): Promise<boolean> =>
  (await caches.open(name)).delete(key, { ignoreVary: true });

/** Whatever is too old to be shown goes, also where nobody looks. */
export async function deleteExpired(): Promise<void> {
  for (const { name } of [cacheBuckets.pages, cacheBuckets.photos, cacheBuckets.books]) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const response = await cache.match(key, { ignoreVary: true });
      if (response === undefined || !hasEnd(response)) continue;
      // What was put in after it is younger.
      if (!isOld(response)) break;
      await cache.delete(key, { ignoreVary: true });
    }
  }
}

/** Whether anything of this address is kept, whosever it is. */
export const isCached = async (path: string): Promise<boolean> =>
  (await caches.match(path, { ignoreSearch: true, ignoreVary: true })) !== undefined;

let forgotten = 0;

/** Says how often everything private was forgotten: what was asked for before that is not kept after it. */
export const privateCacheGeneration = (): number => forgotten;

/** Keeps an answer for one person. There is never anything of two. */
export async function cachePrivate(
  user: string,
  request: Request,
  response: Response,
  forgottenBefore: number,
): Promise<void> {
  const name = privateName(user);
  for (const other of await privateNames()) if (other !== name) await caches.delete(other);
  if (forgotten !== forgottenBefore) return;
  await putInCache({ name, most: MAX_PRIVATE_ENTRIES }, request, response);
  if (forgotten !== forgottenBefore) await caches.delete(name);
}

export const matchPrivate = (user: string, request: Request): Promise<Response | undefined> =>
  matchInCache(privateName(user), request);

/** Somebody has signed out: nothing of them stays, and nothing of theirs wakes this device. */
export async function clearPrivateCaches(): Promise<void> {
  forgotten += 1;
  for (const name of await privateNames()) await caches.delete(name);
  // Among them the portraits of those they have written to.
  await caches.delete(cacheBuckets.photos.name);
  const subscription = await worker.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  for (const notification of await worker.registration.getNotifications()) notification.close();
}
