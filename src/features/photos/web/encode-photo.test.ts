import { describe, expect, it } from 'vitest';
import { encodePhoto, type PhotoCanvas } from './encode-photo.ts';

type Encoded = { type: string; quality: number; width: number; height: number };

/** A browser in which each pixel of a photo takes this many bytes at a quality of 1. */
function browser(bytesPerPixel: number, types = ['image/webp', 'image/jpeg']) {
  const encoded: Encoded[] = [];
  const createCanvas = (width: number, height: number): PhotoCanvas => ({
    element: { width, height } as HTMLCanvasElement,
    context: { fillStyle: '', imageSmoothingQuality: 'low', fillRect: () => {}, drawImage: () => {} },
    encode: async (asked, quality) => {
      const type = types.includes(asked) ? asked : 'image/png';
      encoded.push({ type, quality, width, height });
      return new Blob([new Uint8Array(width * height * bytesPerPixel * quality)], { type });
    },
  });
  const whole = (side: number) => encoded.filter(({ height }) => height === side);
  return { createCanvas, encoded, whole };
}

const camera = { width: 3000, height: 4000 } as HTMLImageElement;

describe('a photo', () => {
  it('is encoded once as a whole: a sample tells which quality is small enough', async () => {
    const { createCanvas, whole } = browser(0.33);
    const blob = await encodePhoto(camera, createCanvas);
    // 1.04 MB times the quality: 0.75 and 0.85 are too much.
    expect(whole(2048)).toEqual([{ type: 'image/webp', quality: 0.65, width: 1536, height: 2048 }]);
    expect(blob.size).toBeLessThanOrEqual(700_000);
  });

  it('keeps the best quality if that is small enough', async () => {
    const { createCanvas, whole } = browser(0.2);
    await encodePhoto(camera, createCanvas);
    expect(whole(2048).map(({ quality }) => quality)).toEqual([0.85]);
  });

  it('is drawn smaller if no quality is small enough, and its memory is free before it is encoded', async () => {
    const { createCanvas, encoded, whole } = browser(0.8);
    let encodedBefore = -1;
    const blob = await encodePhoto(camera, createCanvas, () => (encodedBefore = encoded.length));
    expect(encodedBefore).toBe(0);
    expect(whole(2048)).toEqual([]);
    expect(whole(1536).map(({ quality }) => quality)).toEqual([0.45]);
    expect(blob.size).toBeLessThanOrEqual(700_000);
  });

  it('is a JPEG where the browser writes no WebP, and only a dot is ever written as PNG', async () => {
    const { createCanvas, encoded } = browser(0.2, ['image/jpeg']);
    expect((await encodePhoto(camera, createCanvas)).type).toBe('image/jpeg');
    expect(encoded.filter(({ type }) => type === 'image/png').map(({ width }) => width)).toEqual([1]);
  });
});
