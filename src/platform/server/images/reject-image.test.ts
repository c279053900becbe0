import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  bombPng,
  noisePicture as noise,
  plainPicture as plain,
} from '#tests/support/server/sample-images.ts';
import { createImageEncoder } from './reencode-image.ts';

const encoder = createImageEncoder();

async function refused(source: string | Uint8Array) {
  const result = await encoder.reencode(source);
  return result.ok ? 'accepted' : result.code;
}

/** Breaks the pixels of an image and leaves its header unchanged. */
function withBrokenPixels(png: Buffer): Buffer {
  const begin = png.indexOf('IDAT') + 4;
  return Buffer.concat([png.subarray(0, begin), Buffer.alloc(png.length - begin, 0xff)]);
}

describe('rejected images', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0xff])],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['a drawing with a declaration', Buffer.from('<?xml version="1.0"?><svg/>')],
    ['a page', Buffer.from('<!doctype html><p>hello')],
    ['a document', Buffer.from('%PDF-1.7\n')],
    ['a script', Buffer.from('push graphic-context\nviewbox 0 0 640 480\n')],
    ['a film', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1')],
    ['a TIFF', plain(9, 9).tiff().toBuffer()],
  ])('%s', async (_, bytes) => {
    expect(await refused(await bytes)).toBe('image-type-unsupported');
  });

  test.each(['heic', 'mif1', 'hevc'])('HEIC (%s), with a separate code', async (brand) => {
    const bytes = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`, 'latin1');
    expect(await refused(bytes)).toBe('heic-unsupported');
  });

  test.each([
    ['JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['AVIF', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1heic', 'latin1')],
    ['GIF', Buffer.from('GIF89a<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
  ])('a drawing that starts like %s', async (_, head) => {
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    expect(await refused(Buffer.concat([head, drawing]))).toBe('image-unreadable');
  });

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('a truncated %s', async (format) => {
    const whole = await noise(200, 200).toFormat(format).toBuffer();
    expect(await refused(whole.subarray(0, Math.trunc(whole.length * 0.6)))).toBe('image-unreadable');
    expect(await refused(whole.subarray(0, 40))).toBe('image-unreadable');
  });

  test('a decompression bomb, by its header, before decoding', async () => {
    const bomb = bombPng(30_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await refused(bomb)).toBe('image-too-large');
    // Decoding one of these would fail.
    expect(await refused(withBrokenPixels(bombPng(80)))).toBe('image-unreadable');
    expect(await refused(withBrokenPixels(bomb))).toBe('image-too-large');
  });

  test('too many bytes, or pixels, of which an AVIF has fewer than a JPEG', async () => {
    const small = createImageEncoder({ maxPixels: 20_000, maxBytes: 10_000 });
    const [jpeg, avif] = [plain(120, 120).jpeg(), plain(120, 120).avif()];
    expect(await small.reencode(await jpeg.toBuffer())).toMatchObject({ ok: true });
    for (const large of [avif, noise(140, 140).jpeg({ quality: 100 })])
      expect(await small.reencode(await large.toBuffer())).toMatchObject({ code: 'image-too-large' });
  });

  test('reports a missing file as an error, not as an unreadable image', async () => {
    await expect(encoder.reencode('/nowhere/upload')).rejects.toThrow('ENOENT');
  });
});

describe('concurrency', () => {
  let picture: Buffer;
  beforeAll(async () => {
    picture = await noise(400, 300).jpeg().toBuffer();
  });

  test('two run, twenty wait, the next one is refused as busy', async () => {
    const busy = createImageEncoder();
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, busy.queue.running)), 1);
    onTestFinished(() => clearInterval(watch));
    const all = Array.from({ length: 25 }, () => busy.reencode(picture));
    expect([busy.queue.running, busy.queue.waiting]).toEqual([2, 20]);
    const results = await Promise.all(all);
    expect(most).toBe(2);
    expect(results.filter((result) => result.ok).length).toBe(22);
    expect(results.filter((result) => !result.ok).map((result) => result.ok || result.code)).toEqual(
      Array(3).fill('image-processing-busy'),
    );
    expect([busy.queue.running, busy.queue.waiting]).toEqual([0, 0]);
  });

  test('an aborted upload leaves the queue', async () => {
    const one = createImageEncoder({ running: 1, waiting: 1 });
    const hangUp = new AbortController();
    const first = one.reencode(picture);
    const second = one.reencode(picture, hangUp.signal);
    hangUp.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    expect(one.queue.waiting).toBe(0);
    expect((await first).ok).toBe(true);
    expect((await one.reencode(picture)).ok).toBe(true);
  });

  test('large images run one at a time, and all finish', async () => {
    const careful = createImageEncoder({ heavyPixels: 1000, running: 2 });
    const results = await Promise.all(Array.from({ length: 5 }, () => careful.reencode(picture)));
    expect(results.every((result) => result.ok)).toBe(true);
  });

  test('an image that takes too long is stopped', async () => {
    const hasty = createImageEncoder({ seconds: 1, maxPixels: 4e9 });
    const large = bombPng(60_000);
    expect(await hasty.reencode(large)).toMatchObject({ ok: false, code: 'image-processing-timeout' });
  });
});
