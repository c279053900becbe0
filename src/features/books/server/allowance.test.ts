import { expect, it } from 'vitest';
import { dailyBudgets } from '#features/accounts/budget-rules.ts';
import { setUsage } from '#tests/support/product/set-usage.ts';
import { useClearedTestWorld } from '#tests/support/server/test-world.ts';
import { bookLimits } from '../rules.ts';

const world = useClearedTestWorld();
const read = async () => (await world.seller.get('/api/books/allowance')).body;

it('counts what was listed today and what is for sale now', async () => {
  expect(await read()).toEqual({ today: dailyBudgets.listings, places: bookLimits.listings });
  const book = await world.createBook();
  await world.createBook();
  const after = { today: dailyBudgets.listings - 2, places: bookLimits.listings - 2 };
  expect(await read()).toEqual(after);
  // A sale makes room, and does not give back what was used today.
  await world.seller.patch(`/api/books/${book.id}`, { isSold: true });
  expect(await read()).toEqual({ ...after, places: after.places + 1 });
  await setUsage(world.app, world.seller.id, 'listings', dailyBudgets.listings);
  expect(await read()).toEqual({ today: 0, places: after.places + 1 });
});

it('is smaller for an account without a verified email', async () => {
  await world.app.database.pool.query('UPDATE users SET email_verified = false WHERE id = $1', [
    world.seller.id,
  ]);
  const { today } = await read();
  await world.app.verifyEmails();
  expect(today).toBe(dailyBudgets.listings / 4);
});
