import { photoLimits, photoTypes } from '../rules.ts';
import { uploadTexts } from '../upload-texts.ts';

/** Its message is for the user: this browser cannot convert the file to a format that the server reads. */
class UnreadablePhotoError extends Error {
  override name = 'UnreadablePhotoError';
}

/** The longest side in pixels. A longer one has no effect: the largest stored size is 1600 wide. */
const LONGEST_SIDE = 3200;
const QUALITY = 0.9;
const known = new Set<string>(photoTypes);

/** The error of a file by its type and size, or null. */
export function validatePhotoFile(file: File): string | null {
  const type = typeOf(file);
  if (!type.startsWith('image/')) return uploadTexts.notImage;
  if (type === 'image/svg+xml') return uploadTexts.drawing;
  // A file that is converted to JPEG gets smaller.
  return known.has(type) && file.size > photoLimits.bytes ? uploadTexts.tooLarge : null;
}

/** Converts what only the browser can read (HEIC in Safari) to JPEG. Throws UnreadablePhotoError. */
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
    throw new UnreadablePhotoError(heic ? uploadTexts.heic : uploadTexts.unreadable, { cause });
  }
}

/** Browsers without HEIC support give such a file no type. */
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

/** Some browsers decode formats in an image element that they cannot decode to a bitmap. */
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
