import { execFile } from 'node:child_process';
import * as path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../tests/support/test-database.ts';
import type { TestDatabase } from '../../../../tests/support/test-database.ts';
import { RawClient } from '../../../../tests/support/raw-database-client.ts';
import { queryMessage } from './wire-messages.ts';

const PROTOCOL = 196608;

describe.skipIf(process.env.TEST_ENGINE === 'postgres')('many connections on one engine', () => {
  let database: TestDatabase;
  const clients: pg.Client[] = [];
  const raws: RawClient[] = [];
  beforeAll(async () => {
    const migrations = path.join(import.meta.dirname, '../../../../tests/support/migrations');
    database = await createTestDatabase({ own: true, migrations });
  });
  beforeEach(() => database.reset());
  afterAll(async () => {
    for (const raw of raws) raw.close();
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

  async function connectRaw(): Promise<RawClient> {
    const raw = new RawClient(database.engine!.socketDirectory);
    raws.push(raw);
    raw.startUp(PROTOCOL);
    await raw.reply();
    return raw;
  }

  test('a mixed load: everybody gets exactly their own answers', { timeout: 30_000 }, async () => {
    const WRITERS = 6;
    const ROUNDS = 36;
    const listener = await connect();
    const heard: string[] = [];
    listener.on('notification', ({ payload }) => heard.push(payload!));
    await listener.query('LISTEN written');
    await database.pool.query('INSERT INTO accounts SELECT i, 0 FROM generate_series(1, 3) i');

    const work = async (client: pg.Client, writer: number, round: number) => {
      const number = writer * 1000 + round;
      switch (round % 6) {
        case 0: {
          const { rows } = await client.query({
            name: 'echo',
            text: 'SELECT $1::int AS it',
            values: [number],
          });
          return expect(rows).toEqual([{ it: number }]);
        }
        case 1:
          await client.query('BEGIN');
          await client.query('INSERT INTO notes (writer, number) VALUES ($1, $2)', [writer, number]);
          await client.query('UPDATE accounts SET balance = balance + 1 WHERE id = $1', [1 + (round % 3)]);
          await client.query(`SELECT pg_notify('written', $1)`, [String(number)]);
          return client.query('COMMIT');
        case 2:
          await client.query('BEGIN');
          await client.query('INSERT INTO notes (writer, number) VALUES ($1, $2)', [writer, -number - 1]);
          await expect(client.query('SELECT 1 / $1::int', [0])).rejects.toThrow(/division/);
          await expect(client.query('SELECT 1')).rejects.toThrow(/aborted/);
          return client.query('ROLLBACK');
        case 3:
          return expect(client.query(`SELECT * FROM nowhere_${number}`)).rejects.toThrow(`nowhere_${number}`);
        case 4: {
          const results = (await client.query(
            `SELECT 1 AS a; SELECT ${number} AS b`,
          )) as unknown as pg.QueryResult[];
          return expect(results.map(({ rows }) => rows[0])).toEqual([{ a: 1 }, { b: number }]);
        }
        default: {
          const { rows } = await client.query('SELECT i FROM generate_series(1, $1::int) i', [number]);
          return expect(rows.length).toBe(number);
        }
      }
    };
    const writers = await Promise.all(Array.from({ length: WRITERS }, connect));
    await Promise.all(
      writers.map(async (client, writer) => {
        for (let round = 0; round < ROUNDS; round += 1) await work(client, writer, round);
      }),
    );
    const { rows } = await database.pool.query(
      'SELECT count(*) AS notes, min(number) AS least, (SELECT sum(balance)::int FROM accounts) AS sum FROM notes',
    );
    expect(rows).toEqual([{ notes: WRITERS * 6, least: 1, sum: WRITERS * 6 }]);
    await listener.query('SELECT 1');
    expect(heard.length).toBe(WRITERS * 6);
    expect(new Set(heard).size).toBe(WRITERS * 6);
  });

  test('a transaction owns the engine, the others wait', async () => {
    const [one, other] = [await connect(), await connect()];
    await one.query('BEGIN');
    await one.query('INSERT INTO accounts VALUES (1, 1)');
    const seen = other.query('SELECT count(*)::int AS n FROM accounts');
    await one.query('INSERT INTO accounts VALUES (2, 1)');
    await one.query('COMMIT');
    expect((await seen).rows).toEqual([{ n: 2 }]);
  });

  test('a connection that goes away in a transaction is rolled back', async () => {
    const [one, other] = [await connectRaw(), await connect()];
    one.send(queryMessage('BEGIN; INSERT INTO accounts VALUES (1, 1)'));
    await one.reply();
    one.close();
    expect((await other.query('SELECT count(*)::int AS n FROM accounts')).rows).toEqual([{ n: 0 }]);
  });

  test('notifications go to those who listen, and to nobody else', async () => {
    const [one, other] = [await connect(), await connect()];
    const heard: string[] = [];
    one.on('notification', ({ channel, payload }) => heard.push(`one ${channel} ${payload}`));
    other.on('notification', ({ channel, payload }) => heard.push(`other ${channel} ${payload}`));
    await one.query('LISTEN news');
    await other.query('LISTEN "Other"');
    await other.query(`NOTIFY news, 'a'`);
    await database.pool.query(`SELECT pg_notify('Other', $1)`, ['b']);
    await one.query('UNLISTEN news');
    await other.query('LISTEN news');
    await database.pool.query(`NOTIFY news, 'c'`);
    await Promise.all([one.query('SELECT 1'), other.query('SELECT 1')]);
    expect(heard).toEqual(['one news a', 'other Other b', 'other news c']);
  });

  test('what would reach the other connections is refused with 0A000', async () => {
    const client = await connect();
    for (const text of [
      `SET work_mem = '8MB'`,
      'DISCARD ALL',
      'COPY notes FROM STDIN',
      'SELECT pg_advisory_lock(1)',
    ])
      await expect(client.query(text)).rejects.toMatchObject({ code: '0A000' });
    const withValues = client.query('SELECT pg_advisory_lock($1)', [1]);
    await expect(withValues).rejects.toMatchObject({ code: '0A000' });
    await client.query('BEGIN');
    await client.query(`SET LOCAL work_mem = '8MB'`);
    await client.query('SELECT pg_advisory_xact_lock(1)');
    await expect(client.query('CREATE TEMP TABLE t (i int)')).rejects.toMatchObject({ code: '0A000' });
    await expect(client.query('SELECT 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('ROLLBACK');
    expect((await client.query('SHOW work_mem')).rows).toEqual([{ work_mem: '4MB' }]);
  });

  test('psql can look in', async ({ skip }) => {
    const psql = promisify(execFile);
    const args = [
      '-h',
      database.engine!.socketDirectory,
      '-U',
      'somebody',
      '-X',
      '-At',
      '-c',
      '\\dt',
      '-c',
      'COPY (SELECT 1, 2) TO STDOUT',
    ];
    const output = await psql('psql', args).catch((error: { code?: string }) =>
      error.code === 'ENOENT' ? skip('there is no psql') : Promise.reject(error as Error),
    );
    expect(output.stdout).toContain('public|notes|table|postgres\n1\t2\n');
  });
});
