import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { useClearedTestWorld } from '#tests/support/server/test-world.ts';

const world = useClearedTestWorld({ variables: { ADMIN_EMAILS: 'ruth@northfield.example' } });
let admin: TestClient;
let seller: TestClient;
beforeAll(async () => {
  admin = await world.app.signedInClient('Ruth', 'ruth@northfield.example');
  await world.app.verifyEmails();
});
beforeEach(async () => {
  seller = await world.app.signedInClient('Sam');
  await world.createBook({ title: 'Calculus' });
});

const context = () => world.app.app.context;
const ends: Record<string, (bookId: string) => Promise<unknown>> = {
  'its sale': (id) => seller.patch(`/api/books/${id}`, { isSold: true }),
  'its deletion by the seller': (id) => seller.delete(`/api/books/${id}`),
  'its deletion by an administrator': (id) => admin.delete(`/api/admin/books/${id}`),
  'the end of its time': async () => {
    // The other listing stays.
    await world.app.database.pool.query(
      "UPDATE books SET expires_at = expires_at + interval '1 year' WHERE seller_id = $1",
      [world.seller.id],
    );
    world.app.clock.advance({ days: 121 });
    await context().jobs.runNow('expire-listings');
  },
  'the deletion of its seller': () => world.app.app.accounts.deleteUser(seller.id),
  'the deletion of its seller by an administrator': () => admin.delete(`/api/admin/users/${seller.id}`),
};

it.each(Object.keys(ends))(
  '%s takes its words along, so that searches for them are corrected',
  async (end) => {
    const { id } = await world.createBook({ title: 'Calculs', isbn: null }, seller);
    expect(await world.listTitles('?search=calculs')).toEqual(['Calculs']);
    await ends[end]!(id);
    world.clearCachedBooks();
    expect(await world.listTitles('?search=calculs')).toEqual(['Calculus']);
  },
);

it('the former words of a listing go with its sale in the same change', async () => {
  const { id } = await world.createBook({ title: 'Calculs', isbn: null }, seller);
  await seller.patch(`/api/books/${id}`, { title: 'Algebra', isSold: true });
  world.clearCachedBooks();
  expect(await world.listTitles('?search=calculs')).toEqual(['Calculus']);
});

it('words of many listings go with them, also after the nightly count', async () => {
  await world.app.verifyEmails();
  for (let at = 0; at < 51; at += 1) await world.createBook({ title: 'Calculs', isbn: null }, seller);
  await context().jobs.runNow('recount-search-terms');
  const [first, second] = await world.listBooks('?search=calculs');
  await seller.patch(`/api/books/${first.id}`, { title: 'Calculus' });
  await seller.delete(`/api/books/${second.id}`);
  await world.app.app.accounts.deleteUser(seller.id);
  world.clearCachedBooks();
  expect(await world.listTitles('?search=calculs')).toEqual(['Calculus']);
});
