import { encodePhoto, isSmallPhoto, type PhotoCanvas } from './encode-photo.ts';

/** `keepSmall`: a file that is small already may leave as it is. */
export type ChosenPhoto = { file: Blob; keepSmall: boolean };
/** The encoded photo, 'small' to keep the file, or null if the worker failed. */
export type ShrunkPhoto = { photo: Blob | 'small' | null };
/** Before it: the memory of the decoded photo is free. */
export type DrawnPhoto = { isDrawn: true };

self.addEventListener('message', ({ data }: MessageEvent<ChosenPhoto>) => {
  void shrink(data)
    .catch(() => null)
    .then((photo) => self.postMessage({ photo } satisfies ShrunkPhoto));
});

async function shrink({ file, keepSmall }: ChosenPhoto): Promise<Blob | 'small'> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  if (keepSmall && (await isSmallPhoto(file, picture))) return 'small';
  return encodePhoto(picture, createCanvas, () => {
    picture.close();
    self.postMessage({ isDrawn: true } satisfies DrawnPhoto);
  });
}

function createCanvas(width: number, height: number): PhotoCanvas {
  const element = new OffscreenCanvas(width, height);
  const context = element.getContext('2d');
  return { element, context, encode: (type, quality) => element.convertToBlob({ type, quality }) };
}
