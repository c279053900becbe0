import { CACHED_AT_HEADER } from '#platform/shared/cached-at-header.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { PRIVATE_STORAGE_PREFIX } from '#platform/shared/private-storage.ts';
import { SHARED_CACHE } from '#platform/shared/share-target.ts';
import { worker } from './worker-scope.ts';

// Defined by the build.
declare const BUILD: string;
declare const BUILT_FILES: string[];
/** In the folder of a language. */
declare const BUILT_TEXTS: string[];

/**
 * Each version has its own caches, so that none shows the data of another. The numbers limit their responses.
 */
export const cacheBuckets = {
  pages: { name: `pages ${BUILD}`, maxEntries: 60 },
  files: { name: `files ${BUILD}`, maxEntries: 300 },
  photos: { name: `photos ${BUILD}`, maxEntries: 200 },
  books: { name: `books ${BUILD}`, maxEntries: 200 },
} as const;
export type CacheBucket = { name: string; maxEntries: number };

/** Photos, listings and pages of other users expire, so that a deleted user does not stay visible. */
const MAX_CACHE_AGE_MS = 7 * DAY_MS;

const MAX_PRIVATE_ENTRIES = 120;
const privateName = (user: string) => `${PRIVATE_STORAGE_PREFIX}${BUILD} ${user}`;
const privateNames = async () =>
  (await caches.keys()).filter((name) => name.startsWith(PRIVATE_STORAGE_PREFIX));

/**
 * The documents for a page that cannot be fetched: a message, and the frame of a page drawn from cached data.
 */
export const OFFLINE_PAGE = '/offline.html';
export const EMPTY_PAGE = '/empty.html';
const isStandIn = (path: string): boolean => path === OFFLINE_PAGE || path === EMPTY_PAGE;

/** So few, so that a page that is opened meanwhile has bandwidth. */
const FETCHED_AT_ONCE = 3;

export async function precache(): Promise<void> {
  await cacheFiles(BUILT_FILES);
  await cacheOfflinePages();
}

async function cacheFiles(paths: readonly string[]): Promise<void> {
  const files = await caches.open(cacheBuckets.files.name);
  for (let at = 0; at < paths.length; at += FETCHED_AT_ONCE)
    await files.addAll(paths.slice(at, at + FETCHED_AT_ONCE));
}

/** In the language of the reader, with the texts of pages that work offline. */
async function cacheOfflinePages(): Promise<void> {
  const fresh = [OFFLINE_PAGE, EMPTY_PAGE].map((path) => new Request(path, { cache: 'reload' }));
  const pages = await caches.open(cacheBuckets.pages.name);
  await pages.addAll(fresh);
  await cacheFiles(await textFilesOf((await pages.match(EMPTY_PAGE))!));
}

/** The files with the texts in the language of a document. */
async function textFilesOf(page: Response): Promise<string[]> {
  const folder = /"textsFolder":"([^"]+)"/.exec(await page.text())?.[1] ?? '';
  return BUILT_TEXTS.map((name) => folder + name);
}

/**
 * All cached pages are in one language. After the first page in another one, the others are deleted, and those that
 * stand in for pages are fetched again.
 */
export async function followLanguage(page: Response): Promise<void> {
  const language = page.headers.get('content-language');
  if (language === null) return;
  const cached = await matchInCache(cacheBuckets.pages.name, OFFLINE_PAGE);
  if (cached?.headers.get('content-language') === language) return;
  await caches.delete(cacheBuckets.pages.name);
  await cacheOfflinePages();
}

/** Deletes the caches of other versions. */
export async function deleteOldVersions(): Promise<void> {
  for (const name of await caches.keys())
    if (!name.includes(` ${BUILD}`) && !isOwnPrivate(name) && name !== SHARED_CACHE)
      await caches.delete(name);
}
const isOwnPrivate = (name: string) => name.startsWith(`${PRIVATE_STORAGE_PREFIX}${BUILD} `);

/** A complete response of our server, not a redirect, and not one that stands in for what it cannot make. */
export const isCacheable = (response: Response): boolean =>
  response.status === 200 &&
  response.type === 'basic' &&
  !response.redirected &&
  !response.headers.has('warning');

export async function putInCache(
  { name, maxEntries }: CacheBucket,
  key: Request | string,
  response: Response,
): Promise<void> {
  const cache = await caches.open(name);
  const headers = new Headers(response.headers);
  headers.set(CACHED_AT_HEADER, String(Date.now()));
  await cache.put(key, new Response(response.body, { headers }));
  const keys = (await cache.keys()).filter(({ url }) => !isStandIn(new URL(url).pathname));
  // Keys are in the order of insertion, the oldest first.
  for (const old of keys.slice(0, Math.max(0, keys.length - maxEntries))) await cache.delete(old);
}

export const matchInCache = (name: string, key: Request | string): Promise<Response | undefined> =>
  caches.match(key, { cacheName: name, ignoreVary: true });

/** Files of a page do not expire: they are deleted with their version. */
const doesExpire = (response: Response): boolean => response.headers.has(CACHED_AT_HEADER);
const isExpired = (response: Response): boolean =>
  doesExpire(response) && Date.now() - Number(response.headers.get(CACHED_AT_HEADER)) > MAX_CACHE_AGE_MS;

/** The cached public response of a URL, until it expires. */
export async function matchPublic(name: string, key: Request | string): Promise<Response | undefined> {
  const found = await matchInCache(name, key);
  return found === undefined || isExpired(found) ? undefined : found;
}

/** Deletes the cached response of a URL that no longer exists. */
export const deleteFromCache = async (name: string, key: Request | string): Promise<boolean> =>
  (await caches.open(name)).delete(key, { ignoreVary: true });

/** Deletes all expired responses, also of URLs that are not requested again. */
export async function deleteExpired(): Promise<void> {
  for (const { name } of [cacheBuckets.pages, cacheBuckets.photos, cacheBuckets.books]) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const response = await cache.match(key, { ignoreVary: true });
      if (response === undefined || !doesExpire(response)) continue;
      // Later ones are younger.
      if (!isExpired(response)) break;
      await cache.delete(key, { ignoreVary: true });
    }
  }
}

/** Whether a response of this URL is cached, public or private. */
export const isCached = async (path: string): Promise<boolean> =>
  (await caches.match(path, { ignoreSearch: true, ignoreVary: true })) !== undefined;

let privateGeneration = 0;

/** Counts the deletions of private data: a response to an earlier request is not cached after one. */
export const privateCacheGeneration = (): number => privateGeneration;

/** Caches a response of one user. The cache never holds data of two users. */
export async function cachePrivate(
  user: string,
  request: Request,
  response: Response,
  generationBefore: number,
): Promise<void> {
  const name = privateName(user);
  for (const other of await privateNames())
    if (other !== name && other !== SHARED_CACHE) await caches.delete(other);
  if (privateGeneration !== generationBefore) return;
  await putInCache({ name, maxEntries: MAX_PRIVATE_ENTRIES }, request, response);
  if (privateGeneration !== generationBefore) await caches.delete(name);
}

export const matchPrivate = (user: string, request: Request): Promise<Response | undefined> =>
  matchInCache(privateName(user), request);

/** Deletes the private data and the push subscription of this device after a sign-out. */
export async function clearPrivateCaches(): Promise<void> {
  privateGeneration += 1;
  for (const name of await privateNames()) await caches.delete(name);
  // They include the images of users with whom the user has conversations.
  await caches.delete(cacheBuckets.photos.name);
  const subscription = await worker.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  for (const notification of await worker.registration.getNotifications()) notification.close();
}
