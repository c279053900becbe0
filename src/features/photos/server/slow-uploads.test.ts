import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PhotoUser, TestPhotos } from '#tests/support/server/test-photos.ts';
import { noisePicture } from '#tests/support/server/sample-images.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { photoLimits } from '../rules.ts';

let database: TestDatabase;
let photos: TestPhotos;
let maya: PhotoUser;
let jpeg: Buffer;

beforeAll(async () => {
  database = await createTestDatabase();
  jpeg = await noisePicture(200, 260).jpeg().toBuffer();
});
beforeEach(async () => {
  await database.reset();
  photos = await TestPhotos.open(database);
  maya = await photos.person('Maya');
});
afterEach(() => photos.close());
afterAll(() => database.close());

/** An upload that has started and then stalls. */
async function begin(person: PhotoUser, node = photos.nodes[0]!) {
  const { path } = await photos.address(person);
  const headers = { 'content-length': String(jpeg.length) };
  const sent = request(node.url + path, { method: 'PUT', headers, agent: false });
  const answer = new Promise<{ status: number; code?: string }>((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response
        .on('data', (part) => (text += part))
        .on('end', () => resolve({ status: response.statusCode!, ...(JSON.parse(text) as object) }));
    });
  });
  answer.catch(() => {});
  sent.write(jpeg.subarray(0, 100));
  return { answer, finish: () => sent.end(jpeg.subarray(100)), hangUp: () => sent.destroy() };
}

const arriving = async (count: number) => {
  await expect.poll(async () => (await photos.files()).arriving.length, { timeout: 15_000 }).toBe(count);
};

describe('uploads', () => {
  it('are limited to three per user, without blocking other users', async () => {
    const eve = await photos.person('Eve');
    const slow = [];
    for (let n = 0; n < photoLimits.arriving; n += 1) slow.push(await begin(eve));
    await arriving(photoLimits.arriving);
    const { path } = await photos.address(eve);
    const refused = await photos.put(path, jpeg);
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many-uploads']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await photos.photo(maya);

    slow[0]!.finish();
    expect((await slow[0]!.answer).status).toBe(200);
    expect((await photos.put(path, jpeg)).status).toBe(200);
    slow[1]!.hangUp();
    slow[2]!.hangUp();
    await arriving(0);
    for (let n = 0; n < photoLimits.arriving; n += 1) slow[n] = await begin(eve);
    await arriving(photoLimits.arriving);
    for (const one of slow) one.finish();
    for (const one of slow) expect((await one.answer).status).toBe(200);
  });

  it('are aborted below the minimum rate', async () => {
    const node = await photos.startNode({ pace: { graceMs: 50, bytesPerSecond: 8 * 1024 } });
    const drip = await begin(maya, node);
    expect(await drip.answer).toMatchObject({ status: 408, code: 'upload-too-slow' });
    drip.hangUp();
    await arriving(0);
  });

  it('may take long at the minimum rate', async () => {
    const node = await photos.startNode({ pace: { graceMs: 20, bytesPerSecond: 1 } });
    const steady = await begin(maya, node);
    await arriving(1);
    steady.finish();
    expect((await steady.answer).status).toBe(200);
  });
});
