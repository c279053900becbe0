import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#app/server/config.ts';
import { type App, createApp } from '#app/server/create-app.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { readMigrations } from '#platform/server/database/migrations/migration-files.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { TestClient } from '#tests/support/server/test-app.ts';
import { TestClock } from '#tests/support/server/test-clock.ts';
import { createEmptyDatabase } from '#tests/support/server/test-database.ts';

const PROCESSES = 10;
const folder = join(import.meta.dirname, '../../../db/migrations');
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const clock = new TestClock();

type Started = { app: App; database: Database; address: string; applied: string[]; dataDir: string };

let empty: Database;
let processes: Started[];

/** Does what a process does when it starts, and shares nothing with the others but the database. */
async function start(url: string): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bookswap-test-'));
  const port = String(await freePort());
  const database = await openDatabase({ url, dataDir, log: silent });
  const { applied } = await migrateDatabase(database, { folder, log: silent });
  const config = readConfig({
    PORT: port,
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DEMO: '0',
    LOG_LEVEL: 'fatal',
  });
  const app = await createApp({ config, database, clock, unlimited: true, hashing: { N: 256 } });
  return { app, database, address: await app.listen(), applied, dataDir };
}

beforeAll(async () => {
  empty = await createEmptyDatabase();
  processes = await Promise.all(Array.from({ length: PROCESSES }, () => start(empty.url)));
});
afterAll(async () => {
  for (const { app, database, dataDir } of processes) {
    await app.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  await empty.close();
});

it('start at once on an empty database, migrate it once, and are one product', async () => {
  const names = (await readMigrations(folder)).map(({ name }) => name);
  expect(processes.flatMap(({ applied }) => applied).toSorted()).toEqual(names);
  expect(new Set(processes.map(({ app }) => app.context.secrets.derive('anything'))).size).toBe(1);
  const maya = new TestClient(processes[0]!.address, clock);
  await maya.signUp('Maya Lindgren', 'maya@northfield.example');
  const headers = { authorization: `Bearer ${await maya.token()}` };
  for (const { address } of processes)
    expect((await fetch(`${address}/api/users/me/sessions`, { headers })).status).toBe(200);
});

it('send each queued email once', async () => {
  const recipients = processes.map((_, index) => `student-${index}@northfield.example`);
  await Promise.all(
    processes.map(({ address }, index) =>
      new TestClient(address, clock).signUp('Tom Okafor', recipients[index]!),
    ),
  );
  const sent = () =>
    processes.flatMap(({ dataDir }) => {
      const outbox = join(dataDir, 'mail-outbox');
      if (!existsSync(outbox)) return [];
      return readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'));
    });
  const countOf = (recipient: string) => sent().filter((text) => text.includes(recipient)).length;
  await expect.poll(() => recipients.filter((recipient) => countOf(recipient) === 0)).toEqual([]);
  const [first] = processes;
  await expect.poll(async () => (await first!.app.context.jobs.countWaiting()).get('send-email')).toBe(0);
  expect(recipients.map(countOf)).toEqual(recipients.map(() => 1));
});

it('run a scheduled job once, although the time comes in each of them', async () => {
  let runs = 0;
  for (const { app } of processes)
    await app.context.jobs.schedule('count-runs', '0 0 1 1 *', async () => void (runs += 1));
  const newYear = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 1));
  await Promise.all(processes.map(({ app }) => app.context.jobs.tick(newYear)));
  await expect.poll(() => runs).toBe(1);
  const [first] = processes;
  await expect.poll(async () => (await first!.app.context.jobs.countWaiting()).get('scheduled')).toBe(0);
  expect(runs).toBe(1);
});
