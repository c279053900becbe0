import { photoLimits, photoTypes } from '../rules.ts';
import { uploadNotes } from './upload-labels.ts';

/** Thrown with a sentence for the person: this browser cannot make it readable for the server. */
class UnreadablePhotoError extends Error {
  override name = 'UnreadablePhotoError';
}

/** Longer sides than this are of no use: the largest size that is kept is 1600 wide. */
const LONGEST_SIDE = 3200;
const QUALITY = 0.9;
const known = new Set<string>(photoTypes);

/** What is wrong with a file, as far as its type and its size tell; null if nothing is. */
export function validatePhotoFile(file: File): string | null {
  const type = typeOf(file);
  if (!type.startsWith('image/')) return uploadNotes.notImage;
  if (type === 'image/svg+xml') return uploadNotes.drawing;
  // What is made a JPEG first becomes smaller.
  return known.has(type) && file.size > photoLimits.bytes ? uploadNotes.tooLarge : null;
}

/**
 * The file as the server can read it: what only the browser can draw (HEIC in Safari) is drawn and made a JPEG.
 * Throws UnreadablePhotoError.
 */
export async function toSupportedImage(file: File): Promise<File> {
  const type = typeOf(file);
  if (known.has(type)) return file;
  try {
    const jpeg = await toJpeg(file);
    return new File([jpeg], file.name.replace(/\.\w+$/, '') + '.jpg', {
      type: 'image/jpeg',
      lastModified: file.lastModified,
    });
  } catch (cause) {
    const heic = type === 'image/heic' || type === 'image/heif';
    throw new UnreadablePhotoError(heic ? uploadNotes.heic : uploadNotes.unreadable, { cause });
  }
}

/** Browsers that do not know HEIC give such a file no type. */
function typeOf(file: File): string {
  if (file.type !== '') return file.type.toLowerCase();
  return /\.hei[cf]$/i.test(file.name) ? 'image/heic' : '';
}

async function toJpeg(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => drawnByElement(file));
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  if ('close' in picture) picture.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!jpeg) throw new Error('no JPEG');
  return jpeg;
}

/** Some browsers draw kinds of pictures in an element that they do not make a bitmap of. */
async function drawnByElement(file: File): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}
