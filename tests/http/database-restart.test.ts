import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#app/config.ts';
import { type App, createApp } from '#app/create-app.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrate-database.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { freePort } from '../support/free-port.ts';
import { keptLog } from '../support/kept-log.ts';
import { Visitor } from '../support/test-app.ts';

const MAX_OUTAGE_MS = 4_000;

let dataDir: string;
let database: Database;
let app: App;
let visitor: Visitor;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'bookswap-restart-'));
  database = await openDatabase({ dataDir, log: keptLog() });
  await migrateDatabase(database, { folder: 'db/migrations', log: keptLog() });
  const variables = { PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent' };
  app = await createApp({ config: readConfig(variables), database, unlimited: true });
  visitor = new Visitor(await app.listen(), systemClock);
});
afterAll(async () => {
  await app.close();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

it('a dead database server is restarted, and requests are told to come back meanwhile', async () => {
  await visitor.signUp('Maya Lindgren', 'maya@northfield.example');
  const book = { title: 'Campbell Biology', author: 'Lisa A. Urry', condition: 'Good', price: 4500 };
  const { body } = await visitor.post('/api/books', book);
  const read = () => visitor.get(`/api/books/${body.id}`);
  const statuses: number[] = [];
  // Each restart takes longer than the one before: some request meets one.
  while (!statuses.includes(503)) {
    const { postmasterPid } = database.embedded!;
    if (postmasterPid !== undefined) process.kill(postmasterPid, 'SIGKILL');
    const favor = visitor.post('/api/favorites/toggle', { bookId: body.id, favorited: true });
    for (const reply of await Promise.all([read(), read(), favor])) {
      statuses.push(reply.status);
      if (reply.status !== 200) expect([reply.status, reply.body.code]).toEqual([503, 'service-unavailable']);
    }
  }
  await expect.poll(async () => (await read()).status, { timeout: MAX_OUTAGE_MS }).toBe(200);
  expect((await visitor.get('/readyz')).status).toBe(200);
});
