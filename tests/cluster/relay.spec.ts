import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MIGRATIONS } from '#app/cli/product-version.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { readOutbox } from '#platform/server/jobs/cell/job-outbox.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import type { PostgresNode } from '#tests/support/postgresql/postgres-node.ts';
import { pollOptions } from '#tests/support/product/job-queues.ts';
import { openCellProcess } from '#tests/support/product/test-cell.ts';
import { startPostgres } from '#tests/support/server/postgres-cluster.ts';

const PROGRAM = join(import.meta.dirname, '../support/processes/relay-crash-process.ts');
const KILLS = 100;
const AT_ONCE = 4;
const MARKET = 1;
/** Committed in the market, also inserted in the cell, and also deleted in the market. */
const stages = ['committed', 'inserted', 'relayed'];

const log = createRecordingLog();
let server: PostgresNode;
let cell: Database;
let market: Database;
beforeAll(async () => {
  server = await startPostgres();
  const create = async (name: string) => {
    await server.query(`CREATE DATABASE ${name}`);
    return openDatabase({ url: server.urlOf(name), dataDir: '', log });
  };
  [cell, market] = [await create('jobs'), await create('market')];
  await migrateDatabase(market, { folder: MIGRATIONS, log });
});
afterAll(async () => {
  await Promise.all([cell.close(), market.close()]);
  await server.stop();
});

async function runAndDie(number: number): Promise<void> {
  const stage = stages[number % stages.length]!;
  const child = spawn(process.execPath, [PROGRAM, cell.url, market.url, String(number), stage], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

it(
  `runs each job once although ${KILLS} processes are killed around its relay`,
  { timeout: 300_000 },
  async () => {
    const ran: number[] = [];
    const open = () =>
      openCellProcess({
        cell,
        markets: new Map([[MARKET, market]]),
        onOpen: (jobs) => jobs.handle<{ n: number }>('count', async ({ n }) => void ran.push(n)),
      });
    // Makes the tables of the queue.
    await (await open()).close();
    let next = 0;
    const kill = async () => {
      while (next < KILLS) await runAndDie(next++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, kill));
    expect(ran).toEqual([]);

    const last = await open();
    await (await last.open(MARKET)).drainOutbox();
    await expect.poll(() => new Set(ran).size, { ...pollOptions, timeout: 30_000 }).toBe(KILLS);
    expect(ran).toHaveLength(KILLS);
    expect(await readOutbox(market)).toEqual([]);
    await last.close();
  },
);
