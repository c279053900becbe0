/** The product on an operator's server, with a role that owns its database and has no other rights. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readConfig } from '#app/server/config.ts';
import { type App, createApp } from '#app/server/create-app.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { freePort } from '../../support/server/free-port.ts';
import { createRecordingLog } from '../../support/fakes/recording-log.ts';
import { TestClient } from '../../support/server/test-app.ts';

const name = `bookswap_owner_${randomUUID().replaceAll('-', '')}`;
const password = randomUUID();
let dataDir: string;
let admin: pg.Client;
let database: Database;
let app: App | undefined;
let visitor: TestClient;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'bookswap-role-'));
  const adminUrl = inject('databaseUrl');
  admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`CREATE ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '${password}'`);
  await admin.query(`CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0`);
  const url = new URL(adminUrl);
  Object.assign(url, { username: name, password, pathname: `/${name}` });
  database = await openDatabase({ url: url.href, dataDir: '', log: createRecordingLog() });
});
afterAll(async () => {
  await app?.close();
  await database.close();
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.query(`DROP ROLE ${name}`);
  await admin.end();
  rmSync(dataDir, { recursive: true });
});

it('applies every migration and runs without a superuser', async () => {
  const { applied } = await migrateDatabase(database, { folder: 'db/migrations', log: createRecordingLog() });
  expect(applied.length).toBeGreaterThan(0);
  const { rows } = await database.pool.query(
    `SELECT rolsuper, current_setting('server_version_num')::int AS version FROM pg_roles WHERE rolname = current_user`,
  );
  expect(rows[0]).toMatchObject({ rolsuper: false });
  expect(rows[0].version).toBeGreaterThanOrEqual(150_000);
  const variables = { PORT: String(await freePort()), DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent' };
  app = await createApp({ config: readConfig(variables), database, unlimited: true });
  visitor = new TestClient(await app.listen(), systemClock);
  await visitor.signUp('Maya Lindgren', 'maya@northfield.example');
  const book = { title: 'Campbell Biology', author: 'Lisa A. Urry', condition: 'Good', price: 4500 };
  expect((await visitor.post('/api/books', book)).status).toBe(201);
  expect((await visitor.get('/api/books?search=campbel')).body).toMatchObject([
    { title: 'Campbell Biology' },
  ]);
});
