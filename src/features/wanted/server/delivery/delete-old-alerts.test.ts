import { expect, it } from 'vitest';
import { useTestWorld } from '#tests/support/server/test-world.ts';

const world = useTestWorld();

it('deletes or marks all old alerts in one night, however many there are', async () => {
  const [sold, deleted] = [await world.createBook(), await world.createBook()];
  const { pool } = world.app.database;
  await pool.query(
    `WITH entries AS (
      INSERT INTO wanted_entries (id, user_id, words, query, same_key, match_key, created_at)
      SELECT gen_random_uuid(), $1, 'rings', 'rings', 'key ' || number, 'word:rings', now()
      FROM generate_series(1, 1001) number RETURNING id)
    INSERT INTO wanted_alerts (entry_id, book_id, user_id, price, created_at)
    SELECT entries.id, book_id, $1, 100, now() FROM entries, unnest($2::uuid[]) book_id`,
    [world.buyer.id, [sold.id, deleted.id]],
  );
  await world.seller.patch(`/api/books/${sold.id}`, { isSold: true });
  await world.seller.delete(`/api/books/${deleted.id}`);
  world.app.clock.advance({ days: 30 });
  await world.app.app.context.jobs.runNow('delete-old-wanted-alerts');
  const { rows } = await pool.query(
    'SELECT book_id, count(*)::int, count(seen_at)::int AS seen FROM wanted_alerts GROUP BY book_id',
  );
  expect(rows).toEqual([{ book_id: sold.id, count: 1_001, seen: 1_001 }]);
});
