import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open({ variables: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => world.app.stop());

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
