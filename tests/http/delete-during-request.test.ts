import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestSandboxApp } from '../support/server/test-sandbox-app.ts';

let shop: TestSandboxApp;
beforeAll(async () => {
  shop = await TestSandboxApp.open();
});
afterAll(() => shop.app.stop());

it('a person who is removed while a call of theirs is under way is told that their session has ended', async () => {
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
  // It has been let in, and waits for the person's row.
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await shop.app.database.pool.query(waiting)).rowCount).toBe(1);
  released.resolve();
  await removal;
  expect(await answer).toMatchObject({ status: 401, body: { code: 'token-invalid' } });
});
