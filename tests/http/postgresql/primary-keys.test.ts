import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/server/test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

/** Without one, logical replication refuses updates of the table, so that its market could not be moved. */
test('every table has a primary key', async () => {
  const { rows } = await database.pool.query(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind IN ('r', 'p') AND relnamespace IN ('public'::regnamespace, 'drizzle'::regnamespace)
       AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisprimary)`,
  );
  expect(rows).toEqual([]);
});
