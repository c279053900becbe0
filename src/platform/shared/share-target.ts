import { PRIVATE_STORAGE_PREFIX } from './private-storage.ts';

/**
 * What a phone's share sheet gives to the installed product. The service worker takes it and keeps it in a cache;
 * the page that `shared` in its URL names reads it there, also after a sign-in, and removes what has arrived. No
 * copy leaves the device before.
 */
export const SHARE_PATH = '/share';
/** The parameter of the page. Its value: `KEPT`, or `LOST`, or a text that a server without a worker has read. */
export const SHARED_PARAM = 'shared';
export const KEPT = '1';
/** A photo came before there was a service worker. */
export const LOST = 'lost';

/** The fields of the form that the share sheet sends, as the manifest names them. */
export const shareFields = { title: 'title', text: 'text', url: 'url', photos: 'photos' } as const;

export const SHARED_CACHE = `${PRIVATE_STORAGE_PREFIX}shared`;

const shareLimits = {
  /** Of one photo, in bytes: the browser makes it smaller before it is sent. */
  bytes: 32 * 1024 * 1024,
  text: 5_000,
} as const;

/** Why a file was not taken. */
export type ShareRefusal = 'not-photo' | 'too-large' | 'too-many' | 'no-space';

type SharedFacts = { text: string; photos: number; refusals: ShareRefusal[] };

const FACTS = `${SHARE_PATH}/facts`;
const photoKey = (at: number) => `${SHARE_PATH}/photo/${at}`;
const NAME_HEADER = 'x-name';

type Files = { taken: File[]; refusals: ShareRefusal[] };

/** Which of the files are photos of a size that can be kept, at most `max`. */
function sortFiles(files: readonly File[], max: number): Files {
  const sorted: Files = { taken: [], refusals: [] };
  for (const file of files) {
    // What a text without a file sends.
    if (file.size === 0 && file.name === '') continue;
    if (!file.type.startsWith('image/') && !/\.hei[cf]$/i.test(file.name)) sorted.refusals.push('not-photo');
    else if (file.size > shareLimits.bytes) sorted.refusals.push('too-large');
    else if (sorted.taken.length >= max) sorted.refusals.push('too-many');
    else sorted.taken.push(file);
  }
  return { ...sorted, refusals: [...new Set(sorted.refusals)] };
}

/** Keeps what was shared in place of what was shared before. */
export async function keepShared(form: FormData, maxPhotos: number): Promise<void> {
  const words = [shareFields.title, shareFields.text, shareFields.url].map((name) => form.get(name));
  const text = words.filter((word) => typeof word === 'string').join('\n');
  const files = form.getAll(shareFields.photos).filter((file) => file instanceof File);
  const { taken, refusals } = sortFiles(files, maxPhotos);
  await caches.delete(SHARED_CACHE);
  const cache = await caches.open(SHARED_CACHE);
  let photos = 0;
  for (const file of taken) {
    const headers = { 'content-type': file.type, [NAME_HEADER]: encodeURIComponent(file.name) };
    try {
      await cache.put(photoKey(photos), new Response(file, { headers }));
      photos += 1;
    } catch {
      refusals.push('no-space');
      break;
    }
  }
  const facts: SharedFacts = { text: text.slice(0, shareLimits.text), photos, refusals };
  await cache.put(FACTS, Response.json(facts));
}

export type SharedPhoto = { at: number; file: File };
export type Shared = Omit<SharedFacts, 'photos'> & { photos: SharedPhoto[] };

/** What is kept; null: nothing, or the browser has no caches. */
export async function readShared(): Promise<Shared | null> {
  if (!('caches' in globalThis) || !(await caches.has(SHARED_CACHE))) return null;
  const cache = await caches.open(SHARED_CACHE);
  const stored = await cache.match(FACTS);
  if (stored === undefined) return null;
  const { text, photos: count, refusals } = (await stored.json()) as SharedFacts;
  const photos: SharedPhoto[] = [];
  for (let at = 0; at < count; at += 1) {
    const response = await cache.match(photoKey(at));
    if (response === undefined) continue;
    const name = decodeURIComponent(response.headers.get(NAME_HEADER) ?? '');
    const type = response.headers.get('content-type') ?? '';
    photos.push({ at, file: new File([await response.blob()], name, { type }) });
  }
  return { text, photos, refusals };
}

/** A photo has arrived where it belongs. */
export async function removeSharedPhoto(at: number): Promise<void> {
  await (await caches.open(SHARED_CACHE)).delete(photoKey(at));
}

export const forgetShared = async (): Promise<void> => {
  if ('caches' in globalThis) await caches.delete(SHARED_CACHE);
};
