import { expect, it } from 'vitest';
import { useClearedTestWorld } from '#tests/support/server/test-world.ts';

const world = useClearedTestWorld();
const run = (job: string) => world.app.app.context.jobs.runNow(job);
const read = async (id: string, column: string) => {
  const { rows } = await world.app.database.pool.query(`SELECT ${column} AS value FROM books WHERE id = $1`, [
    id,
  ]);
  return rows[0].value as unknown;
};

/** As a transaction holds a listing that inserts a row with a foreign key to it. */
async function whileReferenced(bookId: string, work: () => Promise<void>) {
  const client = await world.app.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM books WHERE id = $1 FOR KEY SHARE', [bookId]);
    await work();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

it('expires, ends the boost of and purges listings that open transactions refer to', async () => {
  const { id } = await world.createBook();
  const { clock, database } = world.app;
  const endsAt = new Date(clock.now().getTime() + 1_000);
  await database.pool.query('UPDATE books SET is_boosted = true, boosted_until = $2 WHERE id = $1', [
    id,
    endsAt,
  ]);
  clock.advance({ minutes: 1 });
  await whileReferenced(id, () => run('expire-boosts'));
  expect(await read(id, 'is_boosted')).toBe(false);

  await database.pool.query('UPDATE books SET expires_at = $2 WHERE id = $1', [id, endsAt]);
  await whileReferenced(id, () => run('expire-listings'));
  expect(await read(id, 'is_expired')).toBe(true);

  await database.pool.query('UPDATE books SET expires_at = $2 WHERE id = $1', [
    id,
    new Date(clock.now().getTime() + 60_000),
  ]);
  await whileReferenced(id, () => run('expire-listings'));
  expect(await read(id, 'is_expired')).toBe(false);

  await world.seller.delete(`/api/books/${id}`);
  clock.advance({ days: 1 });
  await whileReferenced(id, () => run('purge-deleted-books'));
  expect(await read(id, 'description')).toBeNull();
});
