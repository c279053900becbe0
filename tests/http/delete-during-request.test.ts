import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestSandboxApp } from '../support/server/test-sandbox-app.ts';

let shop: TestSandboxApp;
beforeAll(async () => {
  shop = await TestSandboxApp.open();
});
afterAll(() => shop.app.stop());

it('a request of a user who is deleted meanwhile gets ’session ended’', async () => {
  const [leaving, seller] = [await shop.app.signedInClient(), await shop.app.signedInClient()];
  const bookId = await shop.list(seller);
  const locked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const removal = shop.app.app.accounts.deleteUser(leaving.id, async () => {
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const answer = leaving.post('/api/favorites/toggle', { bookId });
  // The request is authenticated and waits for the user's row.
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await shop.app.database.pool.query(waiting)).rowCount).toBe(1);
  released.resolve();
  await removal;
  expect(await answer).toMatchObject({ status: 401, body: { code: 'invalid-token' } });
});
