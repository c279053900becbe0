import { encodePhoto, isSmallPhoto, type PhotoCanvas } from './encode-photo.ts';

/** `keepSmall`: a file that is small already may leave as it is. */
export type ChosenPhoto = { file: Blob; keepSmall: boolean };
/** The encoded photo, 'small' to keep the file, or null if the worker failed. */
export type ShrunkPhoto = { photo: Blob | 'small' | null };

self.addEventListener('message', ({ data }: MessageEvent<ChosenPhoto>) => {
  void shrink(data)
    .catch(() => null)
    .then((photo) => self.postMessage({ photo } satisfies ShrunkPhoto));
});

async function shrink({ file, keepSmall }: ChosenPhoto): Promise<Blob | 'small'> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  if (keepSmall && (await isSmallPhoto(file, picture))) return 'small';
  // A phone needs its memory while it encodes.
  return encodePhoto(picture, createCanvas, () => picture.close());
}

function createCanvas(width: number, height: number): PhotoCanvas {
  const element = new OffscreenCanvas(width, height);
  const context = element.getContext('2d');
  return { element, context, encode: (type, quality) => element.convertToBlob({ type, quality }) };
}
