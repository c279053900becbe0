import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { movePhotos } from '#features/photos/server/move-photos.ts';
import { openDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { S3Storage } from '#platform/server/storage/s3-storage.ts';
import { S3Store } from '#tests/support/fakes/s3-store.ts';
import { TestApp } from '#tests/support/server/test-app.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';
import { uploadPhoto } from '#tests/support/server/upload-photo.ts';

const CDN = 'https://photos.example/campus';

let store: S3Store;
let app: TestApp;

/** Of a small photo, which has one size. */
const keyOf = (url: string) => `${url.slice('/objects/uploads/'.length, -'.webp'.length)}/240.webp`;

const variables = ({ endpoint, bucket, accessKeyId, secretAccessKey }: S3Store['config']) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
});

beforeAll(async () => {
  store = await S3Store.start();
  app = await TestApp.start({ variables: variables(store.config) });
});
afterEach(() => store.failAll(null));
afterAll(async () => {
  await app.stop();
  await store.close();
});

it('stores and serves photos in the bucket', async () => {
  const maya = await app.signedInClient();
  const url = await uploadPhoto(app, maya);
  expect(store.requests).toContainEqual(`PUT /photos/${keyOf(url)}`);
  const photo = await fetch(`${app.address}${url}?w=240`);
  expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(Number(photo.headers.get('content-length'))).toBe((await photo.arrayBuffer()).byteLength);
});

it('refuses uploads and photos while the store is away, and nothing else', async () => {
  const maya = await app.signedInClient();
  const url = await uploadPhoto(app, maya);
  store.failAll('busy');
  await expect(uploadPhoto(app, maya)).rejects.toThrow(/returned 503.*photo-storage-unavailable/);
  const photo = await fetch(app.address + url);
  expect([photo.status, photo.headers.get('retry-after')]).toEqual([503, '5']);
  expect(photo.headers.get('cache-control')).toBe('no-store');
  expect((await maya.get('/api/books')).status).toBe(200);
  store.failAll(null);
  expect((await fetch(app.address + url)).status).toBe(200);
  await uploadPhoto(app, maya);
});

it('moves photos to the disk and back, and continues after an interruption', async () => {
  const maya = await app.signedInClient();
  const url = await uploadPhoto(app, maya);
  const [onDisk, inBucket] = [url, await uploadPhoto(app, maya)].map(keyOf);
  const folder = await mkdtemp(join(tmpdir(), 'moved-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const disk = await openDiskStorage(folder);
  const s3 = new S3Storage(store.config);
  onTestFinished(() => s3.close());
  const files = async () =>
    (await app.database.pool.query('SELECT sum(cardinality(sizes))::int AS n FROM photos')).rows[0].n;

  const steps: number[] = [];
  const failing = { ...disk, put: () => Promise.reject(new Error('the disk is full')) };
  await expect(movePhotos(app.database, { from: s3, to: failing }, () => {})).rejects.toThrow(
    'the disk is full',
  );
  const first = await movePhotos(app.database, { from: s3, to: disk }, (count) => steps.push(count));
  expect(first).toEqual({ copied: await files(), present: 0, missing: [] });
  expect(steps.at(-1)).toBe(await files());
  expect(await movePhotos(app.database, { from: s3, to: disk }, () => {})).toEqual({
    copied: 0,
    present: await files(),
    missing: [],
  });

  await s3.remove([onDisk!]);
  await disk.remove([inBucket!]);
  const back = await movePhotos(app.database, { from: disk, to: s3 }, () => {});
  expect(back).toEqual({ copied: 1, present: (await files()) - 2, missing: [inBucket] });
  expect((await fetch(`${app.address}${url}?w=240`)).status).toBe(200);
});

it('does not count a copy that differs', async () => {
  await uploadPhoto(app, await app.signedInClient());
  const s3 = new S3Storage(store.config);
  onTestFinished(() => s3.close());
  const folder = await mkdtemp(join(tmpdir(), 'moved-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const disk = await openDiskStorage(folder);
  const damaging = {
    ...disk,
    put: (key: string, content: Uint8Array, type: string) => disk.put(key, content.subarray(1), type),
  };
  await expect(movePhotos(app.database, { from: s3, to: damaging }, () => {})).rejects.toThrow('differs');
});

it('sends browsers to the CDN, which the policy of pages allows', async () => {
  const database = await createTestDatabase({ own: true });
  const withCdn = await TestApp.start({
    database,
    variables: { ...variables(store.config), S3_PUBLIC_URL: `${CDN}/` },
  });
  const maya = await withCdn.signedInClient();
  const url = await uploadPhoto(withCdn, maya);
  const photo = await fetch(`${withCdn.address}${url}?w=240`, { redirect: 'manual' });
  expect([photo.status, photo.headers.get('location')]).toEqual([302, `${CDN}/${keyOf(url)}`]);
  expect(photo.headers.get('cache-control')).toBe('public, max-age=3600');
  await withCdn.stop();
  await database.close();
});
