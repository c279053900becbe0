/** What operators hear when a failover would lose writes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '#app/cli/doctor/finding.ts';
import { runDoctor } from '#app/cli/doctor/run-doctor.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import type { PostgresNode } from '#tests/support/postgresql/postgres-node.ts';
import { findPostgres, startPostgres } from '#tests/support/server/postgres-cluster.ts';
import { TestApp } from '#tests/support/server/test-app.ts';

const BEYOND_CACHE_MS = 2_000;
const STANDBY_WITHIN_MS = 30_000;

describe.skipIf(!findPostgres())('a synchronous standby', { timeout: 90_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bookswap-standby-'));
  let primary: PostgresNode;
  let standby: PostgresNode | undefined;
  let database: Database;
  /** Of an installation that says nothing about standbys, and of one that expects one. */
  let [silent, expecting]: TestApp[] = [];
  const variablesOf = (role = 'postgres') => ({
    DATABASE_URL: primary.urlOf('market').replace('postgres@', `${role}@`),
  });

  beforeAll(async () => {
    primary = await startPostgres({ durable: true });
    await primary.query('CREATE DATABASE market');
    await primary.query('CREATE ROLE owner LOGIN');
    await primary.query('ALTER DATABASE market OWNER TO owner');
    const log = createRecordingLog();
    database = await openDatabase({ url: variablesOf('owner').DATABASE_URL, dataDir: '', log });
    await migrateDatabase(database, { folder: 'db/migrations', log });
    silent = await TestApp.start({ database, variables: variablesOf() });
    const declared = { ...variablesOf(), DATABASE_SYNCHRONOUS_STANDBY: '1' };
    expecting = await TestApp.start({ database, variables: declared });
  }, 120_000);
  afterAll(async () => {
    await requestNames('');
    await silent?.stop();
    await expecting?.stop();
    await database?.close();
    await standby?.stop();
    await primary?.stop();
    rmSync(dataDir, { recursive: true });
  });

  async function requestNames(names: string) {
    await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await primary.query('SELECT pg_reload_conf()');
  }
  async function setNames(names: string) {
    await requestNames(names);
    const current = () => primary.query('SHOW synchronous_standby_names');
    await expect.poll(current).toEqual([{ synchronous_standby_names: names }]);
  }
  const readiness = async (app: TestApp) => {
    app.clock.advance(BEYOND_CACHE_MS);
    const { status, body } = await app.visitor().get('/readyz');
    expect(status).toBe(200);
    return body as object;
  };
  async function diagnose(variables: Record<string, string>) {
    const { text } = await runDoctor(['--json'], { DATA_DIR: dataDir, ...variables });
    const findings = JSON.parse(text) as Finding[];
    return findings
      .filter(({ check }) => check === 'standby')
      .map(({ status, text: is }) => `${status}: ${is}`);
  }
  const declared = () => ({ ...variablesOf(), DATABASE_SYNCHRONOUS_STANDBY: '1' });

  it('that nobody wants is not missed; one that an operator expects is', async () => {
    expect(await readiness(silent!)).toEqual({ status: 'ready' });
    expect(await diagnose(variablesOf())).toEqual([]);
    expect(await readiness(expecting!)).toMatchObject({ warning: expect.stringContaining('loses writes') });
    expect(await diagnose(declared())).toEqual([expect.stringMatching(/^warning: .* waits for no standby/)]);
  });

  it('that is configured and gone is a warning, and the process stays ready', async () => {
    await setNames('ANY 1 (one)');
    const waiting = { warning: expect.stringContaining('writes wait for one') };
    expect(await readiness(silent!)).toMatchObject(waiting);
    expect(await diagnose(variablesOf())).toEqual([expect.stringMatching(/^warning: No standby of ANY 1/)]);
  });

  it('ends the warning when it streams', async () => {
    standby = await primary.startReplica({ name: 'one' });
    await expect
      .poll(() => readiness(expecting!), { timeout: STANDBY_WITHIN_MS })
      .toEqual({ status: 'ready' });
    await expect
      .poll(() => diagnose(declared()), { timeout: STANDBY_WITHIN_MS })
      .toEqual(['ok: Writes wait for a synchronous standby.']);
  });

  it('that a role may not see is a question for the operator', async () => {
    expect(await diagnose(variablesOf('owner'))).toEqual([expect.stringMatching(/^warning: .* may not see/)]);
    await primary.query('GRANT pg_read_all_stats TO owner');
    expect(await diagnose(variablesOf('owner'))).toEqual(['ok: Writes wait for a synchronous standby.']);
  });

  it('that streams without being waited for loses writes: as with a setting that Patroni does not know', async () => {
    await setNames('');
    expect(await diagnose(variablesOf())).toEqual([
      expect.stringMatching(/^warning: A standby receives changes, but writes do not wait for it/),
    ]);
    expect(await readiness(silent!)).toEqual({ status: 'ready' });
    expect(await readiness(expecting!)).toMatchObject({ warning: expect.stringContaining('loses writes') });
    const replica = { DATABASE_REPLICA_URL: standby!.urlOf('market') };
    expect(await diagnose({ ...variablesOf(), ...replica })).toEqual([]);
  });
});
