import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  AVAILABLE_BOOK_QUEUE,
  enqueueAvailableBook,
} from '#features/books/server/availability/enqueue-available-book.ts';
import { enqueueNotifications } from '#features/notifications/server/public.ts';
import { priceNotifications } from '#features/prices/server/price-notifications.ts';
import { type PushWorld, usePushWorld } from '#tests/support/product/push-world.ts';
import type { TestWorld } from '#tests/support/server/test-world.ts';

let push: PushWorld;
let world: TestWorld;

usePushWorld((opened) => {
  push = opened;
  ({ world } = push);
});

/** What was written about the only listing. */
const written = async () => {
  const { rows } = await world.app.database.pool.query(`SELECT is_active,
    (SELECT count(*) FROM wanted_alerts)::int AS alerts, (SELECT count(*) FROM matched_books)::int AS counts,
    (SELECT count(*) FROM notifications WHERE push_at IS NOT NULL)::int AS notices FROM books`);
  return rows;
};

it('alerts nobody of a listing whose time is over, while the job that ends it waits', async () => {
  const { context } = world.app.app;
  const { buyer } = world;
  const phone = await push.addDevice(buyer);
  const { id } = await world.createBook();
  await context.jobs.runNow(AVAILABLE_BOOK_QUEUE);
  await buyer.post('/api/wanted', { isbn: '9780262046305' });
  await context.database.pool.query('TRUNCATE matched_books');
  const change = (end: Date) =>
    context.database.transaction(async (tx) => {
      const now = context.clock.now();
      await tx.execute(sql`UPDATE books SET expires_at = ${end}`);
      await enqueueAvailableBook(context, tx, id);
      const lowerPrice = { userId: buyer.id, subjectId: id, previousPrice: 9_900 };
      await enqueueNotifications(context, tx, priceNotifications, [lowerPrice], { now });
    });
  const runJobs = async () => {
    await context.jobs.runNow(AVAILABLE_BOOK_QUEUE);
    await context.jobs.runNow('send-push');
  };
  await change(context.clock.now());
  await runJobs();
  expect(await written()).toEqual([{ is_active: true, alerts: 0, counts: 0, notices: 0 }]);
  expect(phone.received).toEqual([]);

  await change(new Date(context.clock.now().getTime() + 1_000));
  await runJobs();
  expect(await written()).toEqual([{ is_active: true, alerts: 1, counts: 1, notices: 0 }]);
  expect(phone.received.map(({ title }) => title).toSorted()).toEqual([
    expect.stringContaining(' is now '),
    expect.stringMatching('^Listed: '),
  ]);
});
