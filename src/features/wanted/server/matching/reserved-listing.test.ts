import { beforeAll, beforeEach, expect, it } from 'vitest';
import { AVAILABLE_BOOK_QUEUE } from '#features/books/server/availability/enqueue-available-book.ts';
import type { WantedEntry } from '../../contract.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { useTestWorld } from '#tests/support/server/test-world.ts';

let third: TestClient;
let bookId: string;
let reservationId: string;
const world = useTestWorld();
beforeAll(async () => {
  third = await world.app.signedInClient('Grace Lim');
  await world.app.verifyEmails();
});
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('TRUNCATE wanted_entries CASCADE');
  bookId = (await world.createBook({ price: 5_400 })).id;
  await match();
});

const match = () => world.app.app.context.jobs.runNow(AVAILABLE_BOOK_QUEUE);
const tellMe = () => third.post('/api/wanted', { isbn: '9780262046305', bookId });
const reserve = async () => {
  reservationId = await world.reserve(bookId);
  await match();
};
const cancel = async () => {
  await world.buyer.post(`/api/reservations/${reservationId}/cancel`, {});
  await match();
};
const alerts = async () =>
  (await third.get('/api/wanted')).body.flatMap((entry: WantedEntry) => entry.alerts);

it('that is free again alerts those who have asked for it, once', async () => {
  await reserve();
  expect(await tellMe()).toMatchObject({ status: 201, body: { isReserved: true, availableCount: 0 } });
  await match();
  expect(await alerts()).toEqual([]);
  await cancel();
  expect(await alerts()).toMatchObject([{ bookId }]);
  expect((await third.get('/api/wanted')).body).toMatchObject([{ isReserved: false }]);
  expect((await third.get('/api/wanted/unseen')).body).toEqual({ unseen: 1 });
  await match();
  expect(await alerts()).toHaveLength(1);
});

it('alerts a user again who was alerted of it before, and asks', async () => {
  await third.post('/api/wanted', { isbn: '9780262046305', maxPrice: 6_000 });
  await world.seller.patch(`/api/books/${bookId}`, { price: 5_000 });
  await match();
  expect(await alerts()).toMatchObject([{ bookId, price: 5_000 }]);
  await reserve();
  await tellMe();
  expect(await alerts()).toEqual([]);
  world.app.clock.advance({ days: 3 });
  await world.app.app.context.jobs.runNow('end-overdue-offers');
  await match();
  expect(await alerts()).toMatchObject([{ bookId }]);
});

it('that is sold meanwhile alerts nobody', async () => {
  await reserve();
  await tellMe();
  await world.seller.patch(`/api/books/${bookId}`, { isSold: true });
  await match();
  expect(await alerts()).toEqual([]);
});

it('alerts beyond the limits of an entry, which stay for other listings', async () => {
  await third.post('/api/wanted', { isbn: '9780262046305', maxPrice: 1_000, minCondition: 'Like New' });
  await reserve();
  expect((await tellMe()).body).toMatchObject({ maxPrice: 1_000, minCondition: 'Like New' });
  await world.createBook({ price: 5_300 });
  await cancel();
  expect(await alerts()).toMatchObject([{ bookId }]);
  const [entry] = (await third.get('/api/wanted')).body;
  expect(entry).toMatchObject({ maxPrice: 1_000, minCondition: 'Like New' });
  const { body } = await third.get('/api/users/me/export');
  expect(body.wanted).toMatchObject([{ awaitedBookIds: [bookId] }]);
});

it('that is not reserved keeps its alert', async () => {
  await third.post('/api/wanted', { isbn: '9780262046305' });
  await world.seller.patch(`/api/books/${bookId}`, { price: 5_000 });
  await match();
  await tellMe();
  expect(await alerts()).toMatchObject([{ bookId, price: 5_000 }]);
});
