import { once } from 'node:events';
import * as path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../tests/support/test-database.ts';
import type { TestDatabase } from '../../../../tests/support/test-database.ts';

describe.skipIf(process.env.TEST_ENGINE === 'postgres')('the limits of the embedded engine', () => {
  let database: TestDatabase;
  const clients: pg.Client[] = [];
  beforeAll(async () => {
    const migrations = path.join(import.meta.dirname, '../../../../tests/support/migrations');
    const limits = { idleInTransaction: 150, statement: 1_500 };
    database = await createTestDatabase({ own: true, migrations, limits });
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await database.close();
  });

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      host: database.engine!.socketDirectory,
      user: 'somebody',
      database: 'any',
    });
    client.on('error', () => undefined);
    clients.push(client);
    await client.connect();
    return client;
  }

  test('one that idles in a transaction is ended with 25P03, but only when others wait', async () => {
    const one = await connect();
    const error = once(one, 'error');
    await one.query('BEGIN');
    await one.query('INSERT INTO accounts VALUES (1, 1)');
    await one.query('SELECT pg_sleep(0.2)'); // longer than the limit, and at work
    const { rows } = await (await connect()).query('SELECT count(*)::int AS n FROM accounts');
    expect(rows).toEqual([{ n: 0 }]);
    expect(await error).toMatchObject([{ code: '25P03' }]);
  });

  test('a statement that runs for too long ends, except in a migration, and the engine comes back', async () => {
    const long = 'SELECT pg_sleep(1.6)';
    await database.withoutStatementLimit(() => database.pool.query(long));
    const before = database.engine!.restartCount;
    await expect(database.pool.query('SELECT count(*) FROM generate_series(1, 1000000000)')).rejects.toThrow(
      /terminated/,
    );
    expect((await database.pool.query('SELECT 1 AS it')).rows).toEqual([{ it: 1 }]);
    expect(database.engine!.restartCount).toBe(before + 1);
  });
});
