import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  noisePicture as noise,
  plainPicture as plain,
  twoHalvesPicture as twoHalves,
} from '#tests/support/server/sample-images.ts';
import { createImageEncoder, type ImageResult } from './reencode-image.ts';

const encoder = createImageEncoder();

type Made = Extract<ImageResult, { ok: true }>;

async function accepted(source: string | Uint8Array): Promise<Made> {
  const result = await encoder.reencode(source);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return result;
}

const summary = (made: Made) => made.renditions.map((one) => `${one.size}: ${one.width}×${one.height}`);

const pixel = async (bytes: Buffer, left: number, top: number): Promise<number[]> => [
  ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];

/** Names of the chunks of a WebP file: 'RIFF', length, 'WEBP', then name, length, content of an even length. */
function chunksOf(webp: Buffer): string[] {
  const names: string[] = [];
  for (let at = 12; at + 8 <= webp.length;) {
    names.push(webp.toString('latin1', at, at + 4));
    const length = webp.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return names;
}

describe('accepted images', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    '%s, as a buffer and as a file',
    async (format) => {
      const bytes = await plain(1000, 500).toFormat(format).toBuffer();
      const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
      try {
        const path = join(folder, 'upload');
        await writeFile(path, bytes);
        expect(summary(await accepted(path))).toEqual(['240: 240×120', '800: 800×400', '1600: 1000×500']);
        const made = await accepted(bytes);
        expect([made.width, made.height]).toEqual([1000, 500]);
        for (const rendition of made.renditions) {
          const header = await sharp(rendition.bytes).metadata();
          const { width, height } = rendition;
          expect(header).toMatchObject({ format: 'webp', width, height, space: 'srgb' });
        }
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  test('never enlarges, and skips duplicate sizes', async () => {
    const sizes = async (width: number, height: number) =>
      summary(await accepted(await plain(width, height).jpeg().toBuffer()));
    expect(await sizes(100, 80)).toEqual(['240: 100×80']);
    expect(await sizes(240, 480)).toEqual(['240: 240×480']);
    expect(await sizes(500, 80)).toEqual(['240: 240×38', '800: 500×80']);
    expect(await sizes(3000, 4000)).toEqual(['240: 240×320', '800: 800×1067', '1600: 1600×2133']);
  });

  test('keeps strips within WebP’s size limit', async () => {
    const made = await accepted(await plain(40, 60_000).png().toBuffer());
    expect(made.height).toBeLessThanOrEqual(3200);
    expect(made.width).toBeGreaterThan(0);
  });

  test('removes location, camera, comment and color profile', async () => {
    const bytes = await noise(900, 600)
      .withExif({
        IFD0: { Make: 'SecretCamera', Artist: 'Somebody Particular' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSLongitude: '0/1 7/1 4366/100' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretXmp</x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const before = await sharp(bytes).metadata();
    expect(before.exif?.includes('SecretCamera')).toBe(true);
    expect(before.xmp && before.icc).toBeTruthy();

    for (const { bytes: out } of (await accepted(bytes)).renditions) {
      const after = await sharp(out).metadata();
      expect([after.exif, after.xmp, after.icc, after.iptc, after.orientation]).toEqual(
        Array(5).fill(undefined),
      );
      // Short words such as 'GPS' occur in noise by chance, so the chunks of the file are read.
      expect(['VP8 ', 'VP8L', 'VP8X']).toEqual(expect.arrayContaining(chunksOf(out)));
      for (const secret of ['SecretCamera', 'SecretXmp', 'Somebody Particular']) {
        expect(out.includes(secret)).toBe(false);
      }
    }
  });

  test('rotates orientation 6 upright', async () => {
    const bytes = await twoHalves(600, 400).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
    const made = await accepted(bytes);
    expect([made.width, made.height]).toEqual([400, 600]);
    const largest = made.renditions.at(-1)!;
    const [topRed] = await pixel(largest.bytes, 200, 50);
    const [bottomRed] = await pixel(largest.bytes, 200, 550);
    expect(topRed).toBeGreaterThan(150);
    expect(bottomRed).toBeLessThan(80);
  });

  test('accepts a phone’s Ultra HDR as a JPEG', async () => {
    const picture = sharp(await twoHalves(2000, 1500).jpeg().toBuffer());
    const bytes = await (picture as Sharp & { withGainMap(): Sharp }).withGainMap().jpeg().toBuffer();
    expect((await sharp(bytes).metadata()).gainMap).toBeTruthy();
    // EXIF's orientation, a short: from upright to rotated by 90°.
    bytes[bytes.indexOf(Buffer.from('12010300010000000100', 'hex')) + 8] = 8;
    const made = await accepted(bytes);
    expect([made.width, made.height]).toEqual([1500, 2000]);
    for (const { bytes: out } of made.renditions) {
      const after = await sharp(out).metadata();
      expect([after.gainMap, after.exif]).toEqual([undefined, undefined]);
    }
  });

  test('files with two types: page and JPEG', async () => {
    const payload = '<html><script>alert(document.domain)</script></html>';
    const jpeg = await noise(300, 300).jpeg().toBuffer();
    const comment = Buffer.from(`\xff\xfe\0${String.fromCodePoint(payload.length + 2)}${payload}`, 'latin1');
    const end = Buffer.from(`${payload}PK\u0003\u0004trailing`);
    const polyglot = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), end]);
    for (const { bytes } of (await accepted(polyglot)).renditions) {
      for (const rest of ['<html', '<script', 'alert', 'trailing']) expect(bytes.includes(rest)).toBe(false);
    }
  });

  test('takes the first frame of an animation', async () => {
    const frames = Buffer.concat([Buffer.alloc(64 * 64 * 3, 255), Buffer.alloc(64 * 64 * 3, 0)]);
    for (const format of ['gif', 'webp'] as const) {
      const moving = await sharp(frames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
        .toFormat(format, { loop: 0, delay: [100, 100] })
        .toBuffer();
      expect((await sharp(moving).metadata()).pages).toBe(2);
      const made = await accepted(moving);
      expect([made.width, made.height]).toEqual([64, 64]);
      const { bytes } = made.renditions[0]!;
      expect((await sharp(bytes).metadata()).pages).toBeUndefined();
      expect((await pixel(bytes, 10, 10))[0]).toBeGreaterThan(240);
    }
  });

  test('accepts CMYK, 16 bits, grays, a palette, transparency', async () => {
    const cmyk = await plain(64, 64).toColorspace('cmyk').jpeg().toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
    const deep = await plain(64, 64).toColorspace('rgb16').png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    for (const source of [cmyk, deep]) {
      const [red, , blue] = await pixel((await accepted(source)).renditions[0]!.bytes, 30, 30);
      expect(red).toBeGreaterThan(140);
      expect(blue).toBeLessThan(90);
    }
    const gray = plain(64, 64).toColorspace('b-w').png();
    const palette = twoHalves(64, 64).png({ palette: true, colors: 4 });
    for (const source of [gray, palette]) expect((await accepted(await source.toBuffer())).width).toBe(64);
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    const clear = sharp({ create: { width: 64, height: 64, channels: 4, background } }).png();
    const made = await accepted(await clear.toBuffer());
    expect(await pixel(made.renditions[0]!.bytes, 30, 30)).toEqual([255, 255, 255]);
  });
});
