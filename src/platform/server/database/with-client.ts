import type { PoolClient } from 'pg';
import type { Database } from './database.ts';

/** Lends one connection for work that needs the same one throughout; closes it after a failure. */
export async function withClient<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let hasFailed = true;
  try {
    const result = await work(client);
    hasFailed = false;
    return result;
  } finally {
    // It may be in the middle of a transaction or of a COPY.
    client.release(hasFailed);
  }
}
