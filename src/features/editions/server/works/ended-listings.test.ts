/** What a listing says of its ISBN ends with it: deleted by its seller, removed by the team, or with its account. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { listEdition, OTHER, SEVENTH } from '#tests/support/product/calculus-editions.ts';
import { ModerationWorld } from '#tests/support/product/moderation-world.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';

let world: ModerationWorld;
let mallory: TestClient;
let bookId: string;
let caseId: string;

beforeAll(async () => {
  world = await ModerationWorld.open();
});
afterAll(() => world.app.stop());

const editions = async (): Promise<string[]> =>
  (await world.seller.get(`/api/works/${SEVENTH}`)).body.editions
    .map(({ isbn }: { isbn: string }) => isbn)
    .toSorted();
const measure = (kind: string) =>
  world.ana.post(`/api/staff/cases/${caseId}/measures`, { kind, reason: 'scam' });
const removeAsAdmin = () => world.admin.delete(`/api/admin/books/${bookId}?reason=scam`);

beforeEach(async () => {
  await world.app.database.pool.query('TRUNCATE books, work_editions, cases CASCADE');
  mallory = await world.person('Mallory');
  await listEdition(world.seller, SEVENTH, 'Calculus, 7th Edition');
  // The ISBN of another book: only this listing says that it is an edition of the same work.
  bookId = (await listEdition(mallory, OTHER, 'Calculus, 9th Edition')).body.id;
  caseId = await world.openBookCase(bookId, mallory);
  expect(await editions()).toEqual([SEVENTH, OTHER]);
});

it.each<[string, () => Promise<unknown>]>([
  ['its seller deletes it', () => mallory.delete(`/api/books/${bookId}`)],
  ['its seller deletes the account', () => world.app.app.accounts.deleteUser(mallory.id)],
  ['a moderator hides it', () => measure('hide')],
  ['a moderator removes it', () => measure('remove')],
  ['an administrator removes it', removeAsAdmin],
  [
    'an administrator bans its seller',
    () => world.admin.delete(`/api/admin/users/${mallory.id}?reason=scam&ban=1`),
  ],
])('a listing says nothing of its ISBN any more when %s', async (_, end) => {
  expect(await end()).not.toMatchObject({ status: expect.toSatisfy((status) => status >= 300) });
  expect(await editions()).toEqual([SEVENTH]);
});

it('a listing counts again once its measure is lifted', async () => {
  const { id } = (await measure('hide')).body;
  expect((await world.ana.post(`/api/staff/measures/${id}/lift`, { note: '' })).status).toBeLessThan(300);
  expect(await editions()).toEqual([SEVENTH, OTHER]);
});

it('a listing says nothing of its ISBN any more when test data are cleaned up', async () => {
  await world.app.database.pool.query("UPDATE books SET title = 'Test Calculus', price = 1 WHERE id = $1", [
    bookId,
  ]);
  expect((await world.admin.delete('/api/admin/cleanup-test-data')).body.deletedBooks).toBe(1);
  expect(await editions()).toEqual([SEVENTH]);
});
