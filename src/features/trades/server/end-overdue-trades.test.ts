import { afterAll, beforeAll, expect, it } from 'vitest';
import { failWrites } from '#tests/support/server/fail-writes.ts';
import { TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await TestWorld.open();
});
afterAll(() => world.app.stop());

it('a reservation that cannot be ended does not stop the others, and is due again', async () => {
  const { pool } = world.app.database;
  const failing = await world.reserve((await world.createBook()).id);
  const other = await world.reserve((await world.createBook()).id);
  const stateOf = async (id: string) =>
    (await pool.query('SELECT state FROM reservations WHERE id = $1', [id])).rows[0].state;
  const mend = await failWrites(pool, 'reservations', failing);
  world.app.clock.advance({ days: 4 });
  const runJob = () => world.app.app.context.jobs.runNow('end-overdue-offers');
  await runJob();
  expect([await stateOf(failing), await stateOf(other)]).toEqual(['active', 'expired']);
  await mend();
  await runJob();
  expect(await stateOf(failing)).toBe('expired');
});

it('an offer that ends with its listing is no longer for sale', async () => {
  const conversation = `/api/conversations/${await world.openConversation((await world.createBook()).id)}`;
  world.app.clock.advance({ days: 120, hours: -5 });
  const { body: offer } = await world.buyer.post(`${conversation}/offers`, { amount: 4_800 });
  world.app.clock.advance({ hours: 5 });
  expect(offer.expiresAt).toBe(world.app.clock.now().toISOString());
  await world.app.app.context.jobs.runNow('end-overdue-offers');
  const { body } = await world.buyer.get(`${conversation}/messages`);
  expect(body.at(-1).offer).toMatchObject({ state: 'expired', endReason: 'not-listed' });
});
