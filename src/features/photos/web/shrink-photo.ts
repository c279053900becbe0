import { t } from '#platform/shared/texts/t.ts';
import { trustedScriptUrl } from '#platform/web/trusted-script-url.ts';
import { photoLimits, photoTypes } from '../rules.ts';
import { encodePhoto, isSmallPhoto, type PhotoCanvas } from './encode-photo.ts';
import type { ChosenPhoto, ShrunkPhoto } from './shrink.worker.ts';
// oxlint-disable-next-line import/default -- the build makes its URL
import workerUrl from './shrink.worker.ts?worker&url';

/** Its message is for the user: this browser cannot convert the file to a format that the server reads. */
class UnreadablePhotoError extends Error {
  override name = 'UnreadablePhotoError';
}

/** A worker that runs out of memory may end without a sign. */
const WORKER_TIMEOUT_MS = 30_000;

const known = new Set<string>(photoTypes);

/** The error of a file by its type and size, or null. */
export function validatePhotoFile(file: File): string | null {
  const type = typeOf(file);
  if (!type.startsWith('image/')) return t('photos.refusal.not-image');
  if (type === 'image/svg+xml') return t('photos.refusal.svg');
  // A file that only the browser reads gets smaller in any case.
  return known.has(type) && file.size > photoLimits.bytes ? t('photos.refusal.too-large') : null;
}

/** Photos are decoded one after the other: a phone has the memory for one of them. */
let previous: Promise<unknown> = Promise.resolve();

/**
 * A photo as it is sent: at most 2048 px long and 700 KB, upright, without location. A small one without metadata
 * stays as it is, and so does one that this browser cannot decode, if the server may read it. Throws
 * UnreadablePhotoError for other files.
 */
export function shrinkPhoto(file: File): Promise<File> {
  const shrunk = previous.then(() => shrinkNow(file));
  previous = shrunk.catch(() => {});
  return shrunk;
}

async function shrinkNow(file: File): Promise<File> {
  const isKnown = known.has(typeOf(file));
  const chosen = { file, keepSmall: isKnown };
  const inBackground = await inWorker(chosen).catch(() => null);
  const photo = inBackground ?? (await onPage(chosen).catch(() => null));
  if (photo === 'small' || (photo === null && isKnown)) return file;
  if (photo === null) {
    const heic = ['image/heic', 'image/heif'].includes(typeOf(file));
    throw new UnreadablePhotoError(heic ? t('photos.refusal.heic') : t('photos.refusal.unreadable'));
  }
  const extension = photo.type === 'image/webp' ? 'webp' : 'jpg';
  const name = `${file.name.replace(/\.\w+$/, '')}.${extension}`;
  return new File([photo], name, { type: photo.type, lastModified: file.lastModified });
}

/** Browsers without HEIC support give such a file no type. */
function typeOf(file: File): string {
  if (file.type !== '') return file.type.toLowerCase();
  return /\.hei[cf]$/i.test(file.name) ? 'image/heic' : '';
}

/** Starts to load the code of the first worker. */
export function prepareShrinking(): void {
  try {
    if (canWorkInBackground()) ready ??= startWorker();
  } catch {
    // Then the page does it.
  }
}

let ready: Worker | null = null;

const canWorkInBackground = () => typeof OffscreenCanvas !== 'undefined';

function startWorker(): Worker {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
  // One that has failed before it has work would tell nobody.
  worker.addEventListener('error', () => {
    if (ready === worker) ready = null;
  });
  return worker;
}

/** Null or an error if there is no worker, or it fails. Each photo has its own, so that its memory is free afterwards. */
async function inWorker(chosen: ChosenPhoto): Promise<ShrunkPhoto['photo']> {
  if (!canWorkInBackground()) return null;
  const worker = ready ?? startWorker();
  ready = null;
  return new Promise<ShrunkPhoto['photo']>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ShrunkPhoto>) => resolve(data.photo));
    worker.addEventListener('error', () => resolve(null));
    setTimeout(() => resolve(null), WORKER_TIMEOUT_MS);
    worker.postMessage(chosen);
  }).finally(() => worker.terminate());
}

/** Some browsers decode formats in an image element that they cannot decode to a bitmap. */
async function onPage({ file, keepSmall }: ChosenPhoto): Promise<Blob | 'small'> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    if (keepSmall && (await isSmallPhoto(file, picture))) return 'small';
    return await encodePhoto(picture, createCanvas);
  } finally {
    URL.revokeObjectURL(address);
  }
}

function createCanvas(width: number, height: number): PhotoCanvas {
  const element = document.createElement('canvas');
  Object.assign(element, { width, height });
  const encode = (type: string, quality: number) =>
    new Promise<Blob | null>((resolve) => element.toBlob(resolve, type, quality));
  return { element, context: element.getContext('2d'), encode };
}
