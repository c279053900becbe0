import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp } from '#tests/support/server/test-app.ts';

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start()));
afterAll(() => app.stop());

/** The plan of a statement that has to use an index if one serves it. */
async function planOf(statement: string): Promise<string> {
  return app.database.transaction(async (tx) => {
    await tx.execute('SET LOCAL enable_seqscan = off');
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
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
