import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { ConnectionBudget } from './connection-budget.ts';
import { type Database, openDatabase } from '../database/database.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const sizeOfMarket = { max: 4, min: 0, idleTimeoutMillis: 30_000 };

let budget: ConnectionBudget;
let opened: Database[];

beforeEach(() => {
  budget = new ConnectionBudget({ max: 3, sizeOfMarket });
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  expect(budget.open).toBe(0);
});

async function openMarket(number: number): Promise<Database> {
  const connections = budget.openMarket(number);
  const database = await openDatabase({ url: inject('databaseUrl'), dataDir: '', log: silent, connections });
  opened.push(database);
  return database;
}

/** The most connections that the budget has seen, while `work` runs. */
async function mostOpen(work: Promise<unknown>): Promise<number> {
  let most = 0;
  const look = setInterval(() => (most = Math.max(most, budget.open)), 1);
  await work.finally(() => clearInterval(look));
  return most;
}

describe('the connections of a process', () => {
  it('are eight for a market alone, within the bound', async () => {
    budget = new ConnectionBudget({ max: 60, sizeOfMarket });
    const { pool } = await openMarket(1);
    const statements = Array.from({ length: 20 }, () => pool.query('SELECT pg_sleep(0.02)'));
    expect(await mostOpen(Promise.all(statements))).toBe(8);
  });

  it('are four for each of several, which keep no idle one', async () => {
    const [one, other] = [await openMarket(1), await openMarket(2)];
    for (const { pool } of [one, other])
      expect(pool.options).toMatchObject({ max: 4, min: 0, idleTimeoutMillis: 30_000 });
  });

  it('make room for a market by closing idle ones of others', async () => {
    const markets = await Promise.all([1, 2, 3, 4, 5, 6].map(openMarket));
    const ask = () => Promise.all(markets.map(({ pool }) => pool.query('SELECT 1')));
    expect(await mostOpen(ask())).toBe(3);
    expect(await mostOpen(ask())).toBe(3);
    const { rows } = await markets[0]!.pool.query('SELECT 7 AS seven');
    expect(rows).toEqual([{ seven: 7 }]);
  });

  it('are given in turn: a busy market gives one up when its statement ends', async () => {
    const [busy, other] = [await openMarket(1), await openMarket(2)];
    let done = 0;
    const all = Array.from({ length: 40 }, () =>
      busy.pool.query('SELECT pg_sleep(0.02)').then(() => (done += 1)),
    );
    await expect.poll(() => busy.pool.totalCount).toBe(3);
    await other.pool.query('SELECT 1');
    expect(done).toBeLessThan(20);
    await Promise.all(all);
    expect(done).toBe(40);
  });

  it('are counted by the time of their use', async () => {
    const { pool } = await openMarket(1);
    await pool.query('SELECT pg_sleep(0.05)');
    expect(budget.busyMsOf(1)).toBeGreaterThanOrEqual(50);
    expect(budget.busyMsOf(2)).toBe(0);
  });

  it('of a database that does not answer leave room for others', async () => {
    const connections = budget.openMarket(2);
    const lost = await openDatabase({
      url: 'postgres://127.0.0.1:1/x',
      dataDir: '',
      log: silent,
      connections,
    });
    opened.push(lost);
    const one = await openMarket(1);
    const failing = Promise.allSettled(Array.from({ length: 10 }, () => lost.pool.query('SELECT 1')));
    await one.pool.query('SELECT 1');
    for (const { status } of await failing) expect(status).toBe('rejected');
    await one.pool.query('SELECT 1');
    expect(lost.pool.totalCount).toBe(0);
  });
});
