import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import { listReviews } from '#features/reviews/server/list-reviews.ts';
import { reviewsChanged } from '#features/reviews/server/public.ts';
import type { Endpoint } from '#platform/shared/define-endpoints.ts';
import { createCountedSale } from '#tests/support/product/create-sale.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

/** Before both have written or the time is over, nobody but the author can find out that a review exists. */

let world: TestWorld;
let readers: TestClient[];
let bookId: string;
let conversationId: string;
let saleId: string;
const changedUsers: string[] = [];

beforeAll(async () => {
  world = await TestWorld.open();
  const admin = await world.app.signedInClient('Ruth Adler', 'ruth.adler@northfield.edu');
  await world.app.database.transaction((tx) => grantAdmin(tx, 'ruth.adler@northfield.edu'));
  readers = [world.seller, await world.app.signedInClient('Ben Ortiz'), admin, world.app.visitor()];
  ({ id: bookId } = await world.createBook());
  conversationId = await world.openConversation(bookId);
  await world.sendMessage(conversationId, 'Is it still available?');
  saleId = await createCountedSale(world.app, { sellerId: world.seller.id, buyerId: world.buyer.id, bookId });
  world.app.app.context.events.subscribe(reviewsChanged, ({ userId }) => void changedUsers.push(userId));
});
afterAll(() => world.app.stop());

const review = (author: TestClient, changes: object = {}) =>
  author.post(`/api/reservations/${saleId}/review`, { stars: 1, text: 'Never came', ...changes });

/** They differ between two equal requests. */
const VOLATILE_HEADERS = new Set(['date', 'x-request-id']);

/** A refusal has the id of its request. */
const comparable = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body ?? null, (key, value) => (key === 'requestId' ? undefined : value)));

/** The queries of an endpoint that name an object, for each id. */
const queriesOf = ({ query }: Endpoint, ids: string[]): string[] =>
  Object.keys(query instanceof z.ZodObject ? query.shape : {})
    .filter((name) => /ids?$/i.test(name))
    .flatMap((name) => ids.map((id) => `?${name}=${id}`));

/**
 * All that the API tells the reader: each GET of the mounted contracts, with each id in the place of each
 * parameter, and of each query that takes one.
 */
async function readAll(reader: TestClient, ids: string[]): Promise<Record<string, unknown>> {
  const paths = [...world.app.app.context.endpoints.mounted]
    .filter(([key]) => key.startsWith('GET '))
    .flatMap(([key, { endpoint }]) =>
      (key.includes('/:') ? ids : [''])
        .map((id) => key.slice(4).replaceAll(/:\w+/g, id))
        .flatMap((path) => ['', ...queriesOf(endpoint, ids)].map((query) => path + query)),
    );
  const seen: Record<string, unknown> = {};
  for (const path of paths) {
    const { status, body, headers } = await reader.get(path);
    seen[path] = {
      status,
      body: comparable(body),
      headers: [...headers].filter(([name]) => !VOLATILE_HEADERS.has(name)),
    };
  }
  return seen;
}

const read = async (ids: string[]) => {
  const all = [];
  for (const reader of readers) all.push(await readAll(reader, ids));
  return all;
};
const ratingOf = async ({ id }: TestClient) => (await readers[1]!.get(`/api/users/${id}`)).body.rating;

it('a hidden review shows in nothing that others can read, and announces nothing', async () => {
  const reviewId = (await review(world.buyer)).body.id;
  await world.app.database.pool.query('DELETE FROM reviews');
  const ids = [world.seller.id, world.buyer.id, bookId, conversationId, saleId, reviewId];
  const before = await read(ids);
  expect((await review(world.buyer)).body.state).toBe('hidden');
  await world.app.database.pool.query('UPDATE reviews SET id = $1', [reviewId]);
  await review(world.buyer, { stars: 2 });
  expect(await read(ids)).toEqual(before);
  expect(changedUsers).toEqual([]);
  for (const reader of readers) {
    const replied = await reader.post(`/api/reviews/${reviewId}/reply`, { text: 'That is wrong' });
    expect([401, 404]).toContain(replied.status);
  }
});

it('a hidden review is part of no rating and no list until it is public', async () => {
  const listed = async () =>
    (
      await listReviews(world.app.database, { userId: world.seller.id, limit: 20 }, world.app.clock.now())
    ).items.map(({ stars }) => stars);
  expect(await ratingOf(world.seller)).toEqual({ average: null, count: 0 });
  expect(await listed()).toEqual([]);
  expect((await review(world.seller, { stars: 5 })).body.state).toBe('public');
  expect(await ratingOf(world.seller)).toEqual({ average: 2, count: 1 });
  expect(await listed()).toEqual([2]);
  expect(await ratingOf(world.buyer)).toEqual({ average: 5, count: 1 });
  expect((await readers[2]!.get('/api/admin/stats')).body.reviews).toBe(2);
  expect(changedUsers.toSorted()).toEqual([world.seller.id, world.buyer.id].toSorted());
});

it('what the second one writes does not depend on whether the first one has written', async () => {
  const later = await createCountedSale(world.app, { sellerId: world.seller.id, buyerId: world.buyer.id });
  const refusals = async () => {
    const path = `/api/reservations/${later}/review`;
    const bodies = [{ stars: 0 }, { stars: 5, text: 'x'.repeat(501) }, {}];
    return Promise.all(bodies.map(async (body) => comparable((await world.seller.post(path, body)).body)));
  };
  const before = await refusals();
  await world.buyer.post(`/api/reservations/${later}/review`, { stars: 3 });
  expect(await refusals()).toEqual(before);
});
