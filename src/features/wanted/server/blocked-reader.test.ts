import { expect, it } from 'vitest';
import { AVAILABLE_BOOK_QUEUE } from '#features/books/server/availability/enqueue-available-book.ts';
import { useTestWorld } from '#tests/support/server/test-world.ts';

const world = useTestWorld();

it('an alert stays for a user whom its seller has blocked since: the block must not show', async () => {
  const { buyer, seller } = world;
  const isbn = '9780262046305';
  await buyer.post('/api/wanted', { isbn });
  const { id } = await world.createBook({ isbn });
  await world.app.app.context.jobs.runNow(AVAILABLE_BOOK_QUEUE);
  const shown = async () => (await buyer.get('/api/wanted')).body[0].alerts;
  const unseen = async () => (await buyer.get('/api/wanted/unseen')).body;
  const exported = async () => (await buyer.get('/api/users/me/export')).body.wanted[0].alerts;
  expect(await shown()).toMatchObject([{ bookId: id }]);
  await seller.send('PUT', `/api/blocks/${buyer.id}`);
  expect(await shown()).toMatchObject([{ bookId: id }]);
  expect(await unseen()).toEqual({ unseen: 1 });
  expect(await exported()).toMatchObject([{ bookId: id }]);
  await buyer.send('PUT', `/api/blocks/${seller.id}`);
  expect([await shown(), await unseen()]).toEqual([[], { unseen: 0 }]);
  // What a deleted listing said is no longer the user's.
  await seller.delete(`/api/books/${id}`);
  expect(await exported()).toMatchObject([{ bookId: id, title: null }]);
});
