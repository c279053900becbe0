import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp } from '#tests/support/server/test-app.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

const SELLERS = 2_000;

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
  const seller = await app.signedInClient();
  expect((await seller.post('/api/books', algorithms)).status).toBe(201);
  // In an almost empty table all indexes cost the same, and the planner takes any.
  await app.database.transaction(async (tx) => {
    await tx.execute('SET LOCAL session_replication_role = replica');
    await tx.execute(
      `INSERT INTO books
       SELECT (jsonb_populate_record(books, jsonb_build_object('id', gen_random_uuid(), 'seller_id', gen_random_uuid()))).*
       FROM books, generate_series(1, ${SELLERS})`,
    );
    await tx.execute('ANALYZE books');
  });
});
afterAll(() => app.stop());

async function planOf(statement: string): Promise<string> {
  const { rows } = await app.database.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

it.each([
  ['a pause, which locks them', 'SELECT id FROM books WHERE seller_id = $1 ORDER BY id FOR UPDATE'],
  ['the end of a pause', "SELECT id FROM books WHERE seller_id = $1 AND hidden_by @> ARRAY['pause']"],
  ['an export', 'SELECT * FROM books WHERE seller_id = $1 ORDER BY created_at, id'],
  ['the deletion of an account', 'DELETE FROM books WHERE seller_id = $1'],
  ['a cascade of its row', 'DELETE FROM ONLY books WHERE $1 OPERATOR(pg_catalog.=) seller_id'],
])('%s reads all listings of a seller by an index', async (_reader, statement) => {
  const plan = await planOf(statement.replace('$1', `'${randomUUID()}'::uuid`));
  expect(plan).toContain('books_of_seller');
  expect(plan).not.toContain('Seq Scan');
});
