import pg, { type PoolClient } from 'pg';
import type { Database } from '../database/database.ts';
import { withClient } from '../database/with-client.ts';
import { type CatalogTable, listTables, setPortableFormats } from './database-catalog.ts';

const MAX_ATTEMPTS = 5;

/** Runs the work in one read-only transaction without timeouts; a migration that would change a table waits. */
export const withSnapshot = <T>(
  database: Database,
  work: (client: PoolClient, tables: CatalogTable[]) => Promise<T>,
): Promise<T> =>
  withClient(database, async (client) => {
    const result = await work(client, await beginSnapshot(client));
    await client.query('COMMIT');
    return result;
  });

/** The snapshot begins with the first query after the locks. */
async function beginSnapshot(client: PoolClient): Promise<CatalogTable[]> {
  for (let attempt = 1; ; attempt += 1) {
    const expected = await listTables(client);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    await setPortableFormats(client);
    if (expected.length > 0)
      await client.query(
        `LOCK TABLE ${expected.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} IN ACCESS SHARE MODE`,
      );
    const tables = await listTables(client);
    if (JSON.stringify(tables) === JSON.stringify(expected)) return tables;
    await client.query('ROLLBACK');
    if (attempt >= MAX_ATTEMPTS) throw new Error('The tables of the database keep changing');
  }
}
