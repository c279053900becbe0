/** The role that deploy/compose/own-role.sh gives the product, on new servers and on those from before. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Finding } from '#app/cli/doctor/finding.ts';
import { runDoctor } from '#app/cli/doctor/run-doctor.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import type { PostgresNode } from '#tests/support/postgresql/postgres-node.ts';
import { findPostgres, startPostgres } from '#tests/support/server/postgres-cluster.ts';
import { TestApp } from '#tests/support/server/test-app.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

const SCRIPT = join(import.meta.dirname, '../../../deploy/compose/own-role.sh');

async function startServer() {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const url = `postgres://bookswap@127.0.0.1:${server.port}/bookswap`;
  return { server, url };
}

/** As in the container of PostgreSQL: over its socket, without a password. */
async function runScript(server: PostgresNode) {
  const env = {
    PATH: `${findPostgres()}:${process.env.PATH}`,
    PGHOST: server.socketDirectory,
    PGPORT: String(server.port),
    POSTGRES_PASSWORD: "it's secret",
  };
  return promisify(execFile)(SCRIPT, [], { env });
}

/** The product on this database, as its first or its next start. */
async function startProduct(url: string) {
  const log = createRecordingLog();
  const database = await openDatabase({ url, dataDir: '', log });
  await migrateDatabase(database, { folder: 'db/migrations', log });
  const app = await TestApp.start({ database, variables: { DATABASE_URL: url } });
  return {
    app,
    stop: async () => {
      await app.stop();
      await database.close();
    },
  };
}

async function diagnoseRole(url: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bookswap-role-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const { text } = await runDoctor(['--json'], { DATA_DIR: dataDir, DATABASE_URL: url });
  return (JSON.parse(text) as Finding[]).filter(({ check }) => check === 'role');
}

const roles = `SELECT rolname, rolsuper, rolcreatedb, rolcreaterole, rolpassword IS NOT NULL AS has_password
  FROM pg_authid WHERE rolname !~ '^pg_' ORDER BY 1`;
const expectedRoles = [
  { rolname: 'bookswap', rolsuper: false, rolcreatedb: false, rolcreaterole: false, has_password: true },
  { rolname: 'postgres', rolsuper: true, rolcreatedb: true, rolcreaterole: true, has_password: false },
];

/** Of the product's database, besides the parts of extensions. */
const ownedBySuperuser = `
  SELECT 'pg_class'::regclass AS class, relname AS name FROM pg_class AS it, pg_roles AS owner
    WHERE owner.oid = relowner AND rolsuper AND relnamespace::regnamespace::text IN ('public', 'drizzle', 'pgboss')
  UNION ALL SELECT 'pg_proc'::regclass, proname FROM pg_proc AS it, pg_roles AS owner
    WHERE owner.oid = proowner AND rolsuper AND pronamespace::regnamespace::text IN ('public', 'drizzle', 'pgboss')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = it.oid AND deptype = 'e')
  UNION ALL SELECT 'pg_type'::regclass, typname FROM pg_type AS it, pg_roles AS owner
    WHERE owner.oid = typowner AND rolsuper AND typnamespace::regnamespace::text IN ('public', 'drizzle', 'pgboss')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_type'::regclass AND objid = it.oid AND deptype IN ('e', 'i'))
  UNION ALL SELECT 'pg_statistic_ext'::regclass, stxname FROM pg_statistic_ext, pg_roles AS owner
    WHERE owner.oid = stxowner AND rolsuper
  UNION ALL SELECT 'pg_namespace'::regclass, nspname FROM pg_namespace, pg_roles AS owner
    WHERE owner.oid = nspowner AND rolsuper AND nspname IN ('drizzle', 'pgboss')`;

describe.skipIf(!findPostgres())("the product's role of Compose", { timeout: 120_000 }, () => {
  it('owns its database on a new server, and is no superuser', async () => {
    const { server, url } = await startServer();
    await runScript(server);
    expect(await server.query(roles)).toEqual(expectedRoles);
    expect(await diagnoseRole(url)).toEqual([]);
    const { app, stop } = await startProduct(url);
    const priya = await app.signedInClient('Priya');
    expect((await priya.post('/api/books', algorithms)).status).toBe(201);
    await stop();
    await runScript(server);
    expect(await server.query(roles)).toEqual(expectedRoles);
    expect(await server.query(ownedBySuperuser, 'bookswap')).toEqual([]);
  });

  it('replaces the superuser of a volume from before, with all that it owned', async () => {
    const { server, url } = await startServer();
    await server.query('CREATE ROLE other SUPERUSER LOGIN');
    const asOther = `postgres://other@127.0.0.1:${server.port}/postgres`;
    const other = await openDatabase({ url: asOther, dataDir: '', log: createRecordingLog() });
    await other.pool.query("ALTER ROLE postgres RENAME TO bookswap; ALTER ROLE bookswap PASSWORD 'x'");
    await other.pool.query('CREATE DATABASE bookswap OWNER bookswap');
    await other.pool.query('ALTER ROLE bookswap IN DATABASE bookswap SET statement_timeout = 30000');
    await other.close();
    const before = await startProduct(url);
    const priya = await before.app.signedInClient('Priya');
    const { body: book } = await priya.post('/api/books', algorithms);
    await before.stop();
    const [finding] = await diagnoseRole(url);
    expect(finding).toMatchObject({ status: 'warning', text: expect.stringContaining('is a superuser') });

    await runScript(server);
    await server.query('DROP ROLE other');
    expect(await server.query(roles)).toEqual(expectedRoles);
    expect(await server.query(ownedBySuperuser, 'bookswap')).toEqual([]);
    expect(await diagnoseRole(url)).toEqual([]);
    const after = await startProduct(url);
    expect((await after.app.visitor().get(`/api/books/${book.id}`)).body).toMatchObject({
      title: algorithms.title,
    });
    const tom = await after.app.signedInClient('Tom');
    expect((await tom.post('/api/conversations', { bookId: book.id })).status).toBe(200);
    // As later migrations do.
    const database = await openDatabase({ url, dataDir: '', log: createRecordingLog() });
    await database.pool.query('ALTER TABLE books ADD COLUMN later int; DROP FUNCTION similar_terms(text)');
    const elsewhere = new pg.Client(url.replace(/bookswap$/, 'postgres'));
    await expect(elsewhere.connect()).rejects.toThrow(/permission denied/);
    await database.close();
    await after.stop();
  });
});
