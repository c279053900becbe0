import { open, stat } from 'node:fs/promises';
import type { Metadata, SharpOptions } from 'sharp';
import { BoundedQueue, QueueFullError, type QueueKey } from '../concurrency/bounded-queue.ts';
import { SNIFF_BYTES, detectImageType, type ImageType } from './detect-image-type.ts';
import { loadSharp } from './load-sharp.ts';

/** 'image-unreadable': damaged, truncated, or not of the type that its first bytes state. */
type ImageErrorCode =
  | 'image-type-unsupported'
  | 'heic-unsupported'
  | 'image-too-large'
  | 'image-unreadable'
  | 'image-processing-busy'
  | 'image-processing-timeout';

interface Rendition {
  /** The requested size: the box is `size` wide and twice as tall. */
  size: number;
  width: number;
  height: number;
  bytes: Buffer;
}

/** The size of the largest rendition, upright; renditions by size. `detail` is for the log: it may name files. */
export type ImageResult =
  | { ok: true; width: number; height: number; renditions: Rendition[] }
  | { ok: false; code: ImageErrorCode; detail: string };

const DEFAULTS = {
  sizes: [240, 800, 1600] as readonly number[],
  maxBytes: 10_485_760,
  /** Phones with '50 MP' deliver up to 8192 × 6144. Half of it for an AVIF. */
  maxPixels: 8192 * 6400,
  /** Images with more pixels are decoded one at a time; for an AVIF the limit is a quarter of it. */
  heavyPixels: 26_000_000,
  running: 2,
  waiting: 20,
  /** The time limit of the decoding and of each encoding, in seconds. */
  seconds: 20,
};

type ImageLimits = typeof DEFAULTS;

export interface ImageEncoder {
  /** Only decoded pixels remain, upright, in sRGB, on white. Rejects only with the signal's reason, while waiting. */
  reencode(source: string | Uint8Array, signal?: AbortSignal, key?: QueueKey): Promise<ImageResult>;
  readonly queue: { readonly running: number; readonly waiting: number };
}

/**
 * One per process: the memory limits apply to the images of one encoder. `runningOfGroup`: how many of one of
 * the widest groups.
 */
export function createImageEncoder(
  options: Partial<ImageLimits> = {},
  runningOfGroup = () => Infinity,
): ImageEncoder {
  const limits = { ...DEFAULTS, ...options };
  const queue = new BoundedQueue({
    running: limits.running,
    waiting: limits.waiting,
    get runningOfGroup() {
      return runningOfGroup();
    },
  });
  // A waiting image also holds a slot above, so this queue cannot grow longer than that one.
  const heavy = new BoundedQueue({ running: 1, waiting: limits.running });

  return {
    queue,
    async reencode(source, signal, key) {
      try {
        return await queue.run(() => reencode(source, limits, heavy), { signal, key });
      } catch (error) {
        if (error instanceof QueueFullError)
          return refuse('image-processing-busy', 'Too many images are waiting.');
        throw error;
      }
    },
  };
}

async function reencode(
  source: string | Uint8Array,
  limits: ImageLimits,
  heavy: BoundedQueue,
): Promise<ImageResult> {
  try {
    const { head, size } = await readHead(source);
    if (size > limits.maxBytes) return refuse('image-too-large', `${size} bytes are too many.`);
    const kind = detectImageType(head);
    if (kind === null) return refuse('image-type-unsupported', "This type of image isn't accepted.");
    if (kind === 'heic') return refuse('heic-unsupported', "HEIC images aren't supported.");

    const input: SharpOptions = { failOn: 'error', limitInputPixels: limits.maxPixels, autoOrient: true };
    const sharp = await loadSharp();
    const header = await sharp(source, input).metadata();
    if (header.compression === 'hevc') return refuse('heic-unsupported', "HEIC images aren't supported.");
    if (!matchesDetectedType(kind, header))
      return refuse('image-unreadable', 'The content is of another kind.');
    const pixels = header.width * header.height;
    const burden = pixels * pixelMemoryFactor(kind, header);
    if (pixels > limits.maxPixels || burden > 2 * limits.maxPixels) {
      return refuse('image-too-large', `${pixels} pixels are too many.`);
    }

    const render = () => createRenditions(source, input, limits);
    return burden > limits.heavyPixels ? await heavy.run(render) : await render();
  } catch (error) {
    return toImageError(error);
  }
}

/** Decodes once; smaller sizes come from those raw pixels, which carry no metadata that an encoder might keep. */
async function createRenditions(
  source: string | Uint8Array,
  input: SharpOptions,
  limits: ImageLimits,
): Promise<ImageResult> {
  const sizes = limits.sizes.toSorted((a, b) => b - a);
  const timeout = { seconds: limits.seconds };
  const sharp = await loadSharp();
  const decoded = await sharp(source, input)
    .resize(within(sizes[0] ?? 0))
    .flatten({ background: '#fff' })
    .toColorspace('srgb')
    .raw({ depth: 'uchar' })
    .timeout(timeout)
    .toBuffer({ resolveWithObject: true });

  const { width, height, channels } = decoded.info;
  const renditions: Rendition[] = [];
  for (const [at, size] of sizes.entries()) {
    const smaller = sizes[at + 1];
    // The next smaller size would give the same image.
    if (smaller !== undefined && fits(decoded.info, smaller)) continue;
    const { data, info } = await sharp(decoded.data, { raw: { width, height, channels } })
      .resize(within(size))
      .webp({ quality: 80, effort: 4 })
      .timeout(timeout)
      .toBuffer({ resolveWithObject: true });
    renditions.unshift({ size, width: info.width, height: info.height, bytes: data });
  }
  return { ok: true, width, height, renditions };
}

/** The height is limited, too: a strip of 200 × 200,000 would exceed WebP's limit. */
function within(size: number) {
  return { width: size, height: size * 2, fit: 'inside', withoutEnlargement: true } as const;
}

function fits(picture: { width: number; height: number }, size: number): boolean {
  return picture.width <= size && picture.height <= size * 2;
}

function matchesDetectedType(kind: ImageType, header: Metadata): boolean {
  if (kind === 'avif') return header.format === 'heif' && header.compression === 'av1';
  return header.format === kind;
}

/** Compared with JPEG's 6 bytes: decoders of AVIF (20, measured) and interlaced PNG (10) hold the whole image. */
function pixelMemoryFactor(kind: ImageType, header: Metadata): number {
  if (kind === 'avif') return 4;
  return kind === 'png' && header.isProgressive ? 2 : 1;
}

async function readHead(source: string | Uint8Array): Promise<{ head: Uint8Array; size: number }> {
  if (typeof source !== 'string') return { head: source.subarray(0, SNIFF_BYTES), size: source.length };
  const { size } = await stat(source);
  await using file = await open(source, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
  return { head: buffer.subarray(0, bytesRead), size };
}

/** libvips has only messages; an error with a code comes from the disk. */
function toImageError(error: unknown): ImageResult {
  if (!(error instanceof Error) || 'code' in error) throw error;
  const { message } = error;
  if (/pixel limit/i.test(message)) return refuse('image-too-large', 'The image has too many pixels.');
  if (/timeout/i.test(message)) return refuse('image-processing-timeout', 'The image took too long.');
  return refuse('image-unreadable', message.split('\n')[0] ?? '');
}

function refuse(code: ImageErrorCode, detail: string): ImageResult {
  return { ok: false, code, detail };
}
