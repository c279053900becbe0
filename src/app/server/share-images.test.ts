import sharp from 'sharp';
import { uploadPhoto } from '#tests/support/server/upload-photo.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open({ variables: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => world.app.stop());

const pixelsOf = async (path: string) => {
  const response = await fetch(world.app.address + path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  const image = Buffer.from(await response.arrayBuffer());
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([1200, 630]);
  return (x: number, y: number) => [...data.subarray((y * 1200 + x) * info.channels).subarray(0, 3)];
};

it('shows the first photo of the seller, and the drawn cover without one', async () => {
  const seller = await world.app.signedInClient();
  const red = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#c81020' } })
    .jpeg()
    .toBuffer();
  const images = [await uploadPhoto(world.app, seller, red)];
  const withPhoto = await world.createBook({ images }, seller);
  const drawn = await world.createBook({ title: withPhoto.title });
  const photo = await pixelsOf(`/book/${withPhoto.id}/share.png`);
  const cover = await pixelsOf(`/book/${drawn.id}/share.png`);
  const [r = 0, g = 255, b = 255] = photo(270, 310);
  expect(r > 180 && g < 40 && b < 60).toBe(true);
  expect(cover(270, 310)).not.toEqual(photo(270, 310));
  // Both are the same beside the cover, and so is that of all other pages.
  for (const other of [cover, await pixelsOf('/share.png')]) expect(other(20, 20)).toEqual(photo(20, 20));
});

it('one network does not fill the queue of share images', async () => {
  const books = await Promise.all(
    Array.from({ length: 40 }, (_, number) => world.createBook({ title: `Volume ${number}` })),
  );
  const visitor = world.app.visitor();
  const drawn = async (id: string, from: string) =>
    (await visitor.send('GET', `/book/${id}/share.png`, undefined, { 'x-forwarded-for': from })).status;
  // Each from its own /64 of one /48.
  const flood = books.slice(1).map(({ id }, number) => drawn(id, `2001:db8:0:${number}::1`));
  const other = drawn(books[0].id, '192.0.2.1');
  expect(await other).toBe(200);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200, 503]));
});
