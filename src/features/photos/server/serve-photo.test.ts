import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PhotoUser, TestPhotos } from '#tests/support/server/test-photos.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';

let database: TestDatabase;
let photos: TestPhotos;
let maya: PhotoUser;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.reset();
  photos = await TestPhotos.open(database);
  maya = await photos.person('Maya');
});
afterEach(() => photos.close());
afterAll(() => database.close());

describe('the photo endpoint', () => {
  const get = (path: string, init: RequestInit = {}) => fetch(photos.nodes[0]!.url + path, init);

  it('returns only stored photos, under their exact names, in their exact sizes', async () => {
    const url = await photos.photo(maya);
    const { url: pending } = await photos.address(maya);
    const nothing = '/objects/uploads/0198c0de-0000-7000-8000-000000000000.webp';
    const id = url.slice(17, -5);
    const wrong = [
      `/objects/uploads/${id}`,
      `/objects/uploads/${id}.jpg`,
      `/objects/uploads/${id.toUpperCase()}.webp`,
    ];
    for (const path of [
      pending,
      nothing,
      ...wrong,
      '/objects/uploads/..%2f..%2fx.webp',
      '/objects/uploads/',
    ]) {
      const answer = await get(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    for (const w of ['0', '300', '-1', '240.0', '1e3', ''])
      expect((await get(`${url}?w=${w}`)).status).toBe(400);
  });

  it('supports revalidation and HEAD', async () => {
    const url = await photos.photo(maya);
    const etag = (await get(url)).headers.get('etag')!;
    const again = await get(url, { headers: { 'if-none-match': `"other", W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('cache-control')).toContain('immutable');
    expect((await get(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    const head = await get(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'image/webp',
      '',
    ]);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
  });

  it('returns 404 immediately after the owner was deleted', async () => {
    const url = await photos.photo(maya);
    await database.pool.query('DELETE FROM users WHERE id = $1', [maya.id]);
    expect((await get(url)).status).toBe(404);
  });

  it('returns 404 when the file is lost', async () => {
    const url = await photos.photo(maya, 200, 200);
    await photos.storage.remove([`${url.slice(17, -5)}/240.webp`]);
    expect((await get(url)).status).toBe(404);
  });
});
