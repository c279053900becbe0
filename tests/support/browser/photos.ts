/** Photos as taken by phones. */
import sharp from 'sharp';
import { type APIRequestContext, expect } from '@playwright/test';
import type { E2eUser } from './users.ts';

interface PhotoFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Noise with its own color, so that two photos differ and none compresses to nothing. */
export async function phonePhoto(
  name: string,
  background: string,
  options: { gps?: boolean } = {},
): Promise<PhotoFile> {
  const picture = sharp({ create: { width: 1200, height: 1600, channels: 3, background } }).jpeg();
  const buffer = await (options.gps ? picture.withExif(northfieldLibrary) : picture).toBuffer();
  const { exif } = await sharp(buffer).metadata();
  expect(exif !== undefined, 'the photo has a location').toBe(options.gps ?? false);
  return { name, mimeType: 'image/jpeg', buffer };
}

/** 12 megapixels of noise that lie on their side, with a location: about what a camera writes. */
export async function cameraPhoto(): Promise<PhotoFile> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const coarse = await sharp({ create: { width: 1000, height: 750, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
  const buffer = await sharp(coarse)
    .resize(4000, 3000)
    .jpeg({ quality: 92 })
    .withExif(northfieldLibrary)
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return { name: 'IMG_4711.jpg', mimeType: 'image/jpeg', buffer };
}

/** Uploads a photo of the user through the public API and returns its URL. */
export async function uploadPhotoAs(person: E2eUser, request: APIRequestContext): Promise<string> {
  const { uploadURL, url } = await person.call<{ uploadURL: string; url: string }>(
    'POST',
    '/api/objects/upload',
  );
  const { pathname, search } = new URL(uploadURL);
  const { buffer } = await phonePhoto('photo.jpg', '#705030');
  expect((await request.put(pathname + search, { data: buffer })).ok()).toBe(true);
  return url;
}

/** The third directory of a JPEG holds the GPS location. */
const northfieldLibrary = {
  IFD0: { Make: 'Journey', Model: 'Phone 7' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '44/1 27/1 30/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '93/1 9/1 30/1',
  },
};

/** Asserts that the served bytes are an image without metadata. */
export async function expectNoMetadata(bytes: Buffer): Promise<void> {
  const { format, exif, xmp, iptc } = await sharp(bytes).metadata();
  expect({ format, exif, xmp, iptc }).toEqual({
    format: 'webp',
    exif: undefined,
    xmp: undefined,
    iptc: undefined,
  });
  for (const trace of ['EXIF', 'Exif', 'GPS', 'Journey', 'Phone 7']) {
    expect(bytes.includes(trace), `${trace} in the served bytes`).toBe(false);
  }
}
