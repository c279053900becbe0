import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImageEncoder } from '#platform/server/images/reencode-image.ts';
import { StorageUnavailableError } from '#platform/server/storage/object-storage.ts';
import { type PhotoUser, TestPhotos } from '#tests/support/server/test-photos.ts';
import { bombPng, noisePicture } from '#tests/support/server/sample-images.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { photoLimits, photoTimes, unattachedPhotoRateLimit } from '../rules.ts';

let database: TestDatabase;
let photos: TestPhotos;
let maya: PhotoUser;
/** A photo as from a phone, and a small one for tests in which any photo will do. */
let fromPhone: Buffer;
let jpeg: Buffer;

beforeAll(async () => {
  database = await createTestDatabase();
  jpeg = await noisePicture(200, 260).jpeg().toBuffer();
  fromPhone = await noisePicture(1000, 1200)
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
});
beforeEach(async () => {
  await database.reset();
  photos = await TestPhotos.open(database);
  maya = await photos.person('Maya');
});
afterEach(() => photos.close());
afterAll(() => database.close());

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('an upload', () => {
  it('gets an address, is sent in a single PUT, and is shown in three sizes without its location metadata', async () => {
    const asked = await photos.call(maya, 'POST', '/api/objects/upload');
    expect(asked.status).toBe(200);
    expect(asked.body).toMatchObject({ maxBytes: 10_485_760, expiresAt: '2026-09-01T08:15:00.000Z' });
    expect(asked.body.uploadURL).toMatch(
      /^https:\/\/books\.example\/objects\/upload\/[0-9a-f-]{36}\?expires=\d+&signature=/,
    );

    const { pathname, search } = new URL(asked.body.uploadURL);
    const put = await photos.put(pathname + search, fromPhone);
    expect(put.status).toBe(200);
    expect(put.body).toEqual({ url: asked.body.url, width: 1000, height: 1200 });

    for (const [query, width] of [
      ['', 1000],
      ['?w=240', 240],
      ['?w=800', 800],
      ['?w=1600', 1000],
    ] as const) {
      const response = await fetch(photos.nodes[0]!.url + asked.body.url + query);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        etag: expect.stringMatching(/^"[0-9a-f-]+"$/),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(Number(response.headers.get('content-length'))).toBe(bytes.length);
      const shown = await sharp(bytes).metadata();
      expect([shown.format, shown.width, shown.exif]).toEqual(['webp', width, undefined]);
      expect(bytes.includes('Secret')).toBe(false);
    }
    expect((await photos.files()).arriving).toEqual([]);
  });

  it('requires a session, and only the signed address stores it', async () => {
    expect(codeOf(await photos.call(null, 'POST', '/api/objects/upload'))).toEqual([401, 'sign-in-required']);
    const { path, id } = await photos.address(maya);
    const other = await photos.address(maya);
    const invalid = [403, 'invalid-upload-url'];
    expect(codeOf(await photos.put(path.split('?')[0]!, jpeg))).toEqual(invalid);
    expect(codeOf(await photos.put(path.replace(/expires=\d+/, 'expires=99999999999999'), jpeg))).toEqual(
      invalid,
    );
    expect(codeOf(await photos.put(path.replace(id, other.id), jpeg))).toEqual(invalid);
    expect(codeOf(await photos.put(path.slice(0, -3), jpeg))).toEqual(invalid);
    expect(codeOf(await photos.put(`${path}&signature=x`, jpeg))).toEqual(invalid);
    expect(codeOf(await photos.put(path.replace(id, '..%2f..%2fetc'), jpeg))).toEqual(invalid);
    photos.clock.advance(photoTimes.uploadUrlTtlMs);
    expect(codeOf(await photos.put(path, jpeg))).toEqual([403, 'upload-url-expired']);
    expect((await photos.row(id))?.status).toBe('pending');
  });

  it('succeeds once with many concurrent requests to several processes', async () => {
    const other = await photos.startNode();
    const { path, url } = await photos.address(maya);
    const pictures = await Promise.all(
      [300, 500, 900, 700].map((width) => noisePicture(width, 200).png().toBuffer()),
    );
    const answers = await Promise.all(
      pictures.map((bytes, i) => photos.put(path, bytes, i % 2 ? other : photos.nodes[0]!)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const winner = answers.find(({ status }) => status === 200)!;
    const shown = await sharp(Buffer.from(await (await fetch(other.url + url)).arrayBuffer())).metadata();
    expect(shown.width).toBe(winner.body.width);
  });

  it('of a wrong file is refused, and the address still accepts a right one', async () => {
    const { path } = await photos.address(maya);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    expect(codeOf(await photos.put(path, svg))).toEqual([415, 'image-type-unsupported']);
    expect(
      codeOf(await photos.put(path, Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'))),
    ).toEqual([415, 'heic-unsupported']);
    expect(codeOf(await photos.put(path, jpeg.subarray(0, jpeg.length / 2)))).toEqual([
      400,
      'image-unreadable',
    ]);
    expect(codeOf(await photos.put(path, bombPng(16_000)))).toEqual([413, 'image-too-large']);
    expect(codeOf(await photos.put(path, ''))).toEqual([415, 'image-type-unsupported']);
    expect(await photos.files()).toEqual({ stored: [], arriving: [] });
    expect((await photos.put(path, jpeg)).status).toBe(200);
  });
});

describe('the limits of an upload', () => {
  /** Speaks raw HTTP: sends headers and a part of the body, then closes. */
  const send = (path: string, headers: Record<string, string>) =>
    request(photos.nodes[0]!.url + path, { method: 'PUT', headers, agent: false });

  const answerOf = (sent: ReturnType<typeof send>) =>
    new Promise<{ status: number; body: { code?: string } }>((resolve, reject) => {
      sent.on('error', reject).on('response', (response) => {
        let text = '';
        response
          .on('data', (part) => (text += part))
          .on('end', () => resolve({ status: response.statusCode!, body: JSON.parse(text) }));
      });
    });

  it('refuse a content length above 10 MB before the body', async () => {
    const { path } = await photos.address(maya);
    const sent = send(path, { 'content-length': String(photoLimits.bytes + 1) });
    const answer = answerOf(sent);
    sent.flushHeaders();
    expect(codeOf(await answer)).toEqual([413, 'photo-too-large']);
    sent.destroy();
  });

  it('stop a body without a content length', async () => {
    const { path } = await photos.address(maya);
    const sent = send(path, { 'transfer-encoding': 'chunked' });
    const answer = answerOf(sent);
    const part = Buffer.alloc(1024 * 1024, 1);
    for (let i = 0; i < 10; i++) sent.write(part);
    sent.write('one byte more');
    expect(codeOf(await answer)).toEqual([413, 'photo-too-large']);
    sent.on('error', () => {}).destroy();
    expect((await photos.files()).arriving).toEqual([]);
    expect((await photos.put(path, jpeg)).status).toBe(200);
  });

  it('do not count a broken connection, and the same address can be used again', async () => {
    const { path, id } = await photos.address(maya);
    const sent = send(path, { 'content-length': String(jpeg.length) });
    sent.on('error', () => {});
    sent.write(jpeg.subarray(0, jpeg.length / 2));
    while ((await photos.files()).arriving.length === 0) await wait(5);
    sent.destroy();
    while ((await photos.files()).arriving.length > 0) await wait(5);
    expect(await photos.row(id)).toMatchObject({ status: 'pending', processingLeaseUntil: null });
    expect((await photos.put(path, jpeg)).status).toBe(200);
  });

  it('return a Retry-After if re-encoding is busy or the storage fails', async () => {
    const busy: ImageEncoder = {
      queue: { running: 2, waiting: 20 },
      reencode: async () => ({ ok: false, code: 'image-processing-busy', detail: '' }),
    };
    const full = await photos.startNode({ pictures: busy });
    const broken = await photos.startNode({
      storage: {
        ...photos.storage,
        put: () => Promise.reject(Object.assign(new Error('disk full'), { code: 'ENOSPC' })),
      },
    });
    const { path, id } = await photos.address(maya);
    const answer = await photos.put(path, jpeg, full);
    expect(codeOf(answer)).toEqual([503, 'image-processing-busy']);
    expect(answer.headers.get('retry-after')).toBe('10');
    expect(codeOf(await photos.put(path, jpeg, broken))).toEqual([500, 'internal-error']);
    expect(await photos.row(id)).toMatchObject({ status: 'pending', processingLeaseUntil: null });
    expect((await photos.put(path, jpeg)).status).toBe(200);
  });

  it('release the lease of a killed process after a while', async () => {
    const { path, id } = await photos.address(maya);
    const later = new Date(photos.clock.now().getTime() + 60_000);
    await database.pool.query('UPDATE photos SET processing_lease_until = $1 WHERE id = $2', [later, id]);
    expect(codeOf(await photos.put(path, jpeg))).toEqual([409, 'photo-upload-in-progress']);
    photos.clock.advance(60_000);
    expect((await photos.put(path, jpeg)).status).toBe(200);
  });

  it('keep the lease after a PUT that the store may still apply, and are safe from it after that', async () => {
    let applyLate = async () => {};
    const silent = await photos.startNode({
      storage: {
        ...photos.storage,
        put(key, content, type) {
          applyLate = () => photos.storage.put(key, content, type);
          return Promise.reject(new StorageUnavailableError('no response in time'));
        },
      },
    });
    const { path, url } = await photos.address(maya);
    const former = await noisePicture(100, 100).jpeg().toBuffer();
    expect(codeOf(await photos.put(path, former, silent))).toEqual([503, 'photo-storage-unavailable']);
    expect(codeOf(await photos.put(path, jpeg))).toEqual([409, 'photo-upload-in-progress']);
    await applyLate();
    photos.clock.advance(photoTimes.leaseMs);
    expect((await photos.put(path, jpeg)).status).toBe(200);
    const image = await (await fetch(`${photos.nodes[0]!.url}${url}?w=240`)).arrayBuffer();
    expect((await sharp(Buffer.from(image)).metadata()).width).toBe(200);
  });

  it('store no files after the lease was lost', async () => {
    const { path, id } = await photos.address(maya);
    const other = new Date(photos.clock.now().getTime() + 400_000);
    const slow = await photos.startNode({
      pictures: {
        queue: { running: 1, waiting: 0 },
        async reencode() {
          await database.pool.query('UPDATE photos SET processing_lease_until = $1 WHERE id = $2', [
            other,
            id,
          ]);
          const bytes = Buffer.from('of one who was too slow');
          return { ok: true, width: 9, height: 9, renditions: [{ size: 240, width: 9, height: 9, bytes }] };
        },
      },
    });
    expect(codeOf(await photos.put(path, jpeg, slow))).toEqual([409, 'photo-upload-in-progress']);
    expect(await photos.row(id)).toMatchObject({ status: 'pending', processingLeaseUntil: other });
  });

  it('allow a user thirty unattached photos per hour', async () => {
    const eve = await photos.person('Eve');
    const held = await photos.photo(maya, 100, 100);
    expect((await photos.book(maya, [held])).status).toBe(201);
    const answers = await Promise.all(
      Array.from({ length: unattachedPhotoRateLimit.points + 3 }, () =>
        photos.call(maya, 'POST', '/api/objects/upload'),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(codeOf)).toEqual([1, 2, 3].map(() => [429, 'too-many-uploads']));
    expect(Number(refused[0]!.headers.get('retry-after'))).toBe(3600);
    expect((await photos.call(eve, 'POST', '/api/objects/upload')).status).toBe(200);
    photos.clock.advance(3_600_000);
    expect((await photos.call(maya, 'POST', '/api/objects/upload')).status).toBe(200);
  });
});

describe('a disk that is nearly full', () => {
  it('takes no upload until there is room again', async () => {
    let free = 10 ** 12;
    await photos.close();
    photos = await TestPhotos.open(database, { freeBytes: async () => free });
    maya = await photos.person('Maya');
    const { pathname, search } = new URL(
      (await photos.call(maya, 'POST', '/api/objects/upload')).body.uploadURL,
    );
    free = 10 ** 8;
    const refused = await photos.call(maya, 'POST', '/api/objects/upload');
    expect(codeOf(refused)).toEqual([507, 'disk-full']);
    expect(refused.headers.get('retry-after')).toBe('600');
    expect(codeOf(await photos.put(pathname + search, jpeg))).toEqual([507, 'disk-full']);
    free = 10 ** 12;
    expect((await photos.put(pathname + search, jpeg)).status).toBe(200);
  });
});
