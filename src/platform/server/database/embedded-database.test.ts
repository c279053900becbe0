import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as readline from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EmbeddedPostgresqlError } from '#packages/embedded-postgresql/errors.ts';
import { findServerProcesses, readPostmasterFile } from '#packages/embedded-postgresql/server-processes.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { type Database, DatabaseInUseError, DatabaseStartError, openDatabase } from './database.ts';
import { findRunningDatabaseUrl, toDatabaseError } from './embedded-database.ts';
import { memoryDirectory } from '#tests/support/server/memory-directory.ts';

const CRASH_PROCESS = path.join(
  import.meta.dirname,
  '../../../../tests/support/processes/database-crash-process.ts',
);
/** Detects a recovery that hangs; a short one takes several seconds on a busy machine. */
const MAX_RECOVERY_MS = 60_000;

let dataDir: string;
let database: Database | undefined;
const log = createRecordingLog();
const directory = () => path.join(dataDir, 'database');
const cluster = () => path.join(directory(), 'postgresql');

async function open(timeouts?: { directoryLock: number }): Promise<Database> {
  database = await openDatabase({ dataDir, log, timeouts });
  return database;
}

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(memoryDirectory(), 'bookswap-embedded-'));
});
afterEach(async () => {
  await database?.close();
  database = undefined;
  fs.rmSync(dataDir, { recursive: true });
});

/**
 * Starts a process that writes, interferes when `enough` rows are acknowledged, and returns all that were.
 */
async function writeInProcess(
  round: number,
  enough: number,
  interfere: (pid: number) => void | Promise<void>,
): Promise<number[]> {
  const child = spawn(process.execPath, [CRASH_PROCESS, dataDir, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: number[] = [];
  const ended = once(child, 'close');
  for await (const line of readline.createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line));
    if (acknowledged.length === enough) await interfere(child.pid!);
    if (acknowledged.length === 2 * enough) child.kill('SIGKILL');
  }
  await ended;
  return acknowledged;
}

/** Opens the database again, and counts the lost rows of a round. */
async function lostAfterRestart(round: number, acknowledged: readonly number[]): Promise<number> {
  const startedAt = performance.now();
  const { pool } = await open();
  expect(performance.now() - startedAt).toBeLessThan(MAX_RECOVERY_MS);
  const { rows } = await pool.query('SELECT number FROM written WHERE round = $1', [round]);
  const kept = new Set(rows.map(({ number }) => number as number));
  await database!.close();
  return acknowledged.filter((number) => !kept.has(number)).length;
}

/** The parent of a process, which is the guard of the server. */
const parentOf = (pid: number) =>
  Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]);

describe('the embedded database', { timeout: 60_000 }, () => {
  test('belongs to its owner alone, serves no network and waits for the disk', async () => {
    const { pool } = await open();
    expect(fs.readdirSync(directory()).sort()).toEqual([
      '.s.PGSQL.5432',
      '.s.PGSQL.5432.lock',
      'lock',
      'lock-owner',
      'postgresql',
    ]);
    const PERMISSIONS = 0o777;
    for (const file of [directory(), cluster(), path.join(directory(), '.s.PGSQL.5432')])
      expect([file, fs.statSync(file).mode & PERMISSIONS]).toEqual([file, 0o700]);
    const { rows } = await pool.query(
      `SELECT name, setting FROM pg_settings WHERE name = ANY($1) ORDER BY name`,
      [['listen_addresses', 'fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'TimeZone']],
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      listen_addresses: '',
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      TimeZone: 'UTC',
    });
    const rights = await pool.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user');
    expect(rights.rows).toEqual([{ rolsuper: false }]);
    const folding = await pool.query(`SELECT lower('ÉÄ') AS lower, 'É' ILIKE 'é' AS alike`);
    expect(folding.rows).toEqual([{ lower: 'éä', alike: true }]);
  });

  test('is shut down in order', async () => {
    await open();
    await database!.close();
    const before = log.messages.length;
    await open();
    expect(log.messages.slice(before).join('\n')).not.toMatch(/not properly shut down/);
    expect(findRunningDatabaseUrl(dataDir)).toBe(database!.url);
    await database!.close();
    expect(findRunningDatabaseUrl(dataDir)).toBeUndefined();
    expect(await findServerProcesses(cluster(), undefined)).toEqual([]);
  });

  test('refuses a second process, with the reason and exit code 73', async () => {
    await open();
    const child = spawn(process.execPath, [CRASH_PROCESS, dataDir, '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let message = '';
    child.stderr.on('data', (chunk: Buffer) => (message += chunk.toString()));
    expect(await once(child, 'close')).toEqual([73, null]);
    expect(message).toMatch(
      `Another BookSwap process (process ${process.pid}) has the database in ${directory()} open`,
    );
    const again = openDatabase({ dataDir, log, timeouts: { directoryLock: 0 } });
    await expect(again).rejects.toBeInstanceOf(DatabaseInUseError);
  });

  test('is taken over by a process that waits, when the first ends', async () => {
    const first = await open();
    const second = openDatabase({ dataDir, log });
    await first.close();
    database = await second;
    await database.ping();
  });

  test('names the document that describes the migration from another major version', async () => {
    fs.mkdirSync(cluster(), { recursive: true });
    fs.writeFileSync(path.join(cluster(), 'PG_VERSION'), '17\n');
    await expect(open()).rejects.toThrow(/made by PostgreSQL 17.*docs\/operations\.md/);
  });

  test('names DATABASE_URL where PostgreSQL cannot run', () => {
    const error = new EmbeddedPostgresqlError(
      'unsupported-machine',
      'There are no programs for sunos-sparc.',
    );
    expect(toDatabaseError(error)).toBeInstanceOf(DatabaseStartError);
    expect(toDatabaseError(error)).toMatchObject({
      message: expect.stringMatching(/^There are no programs for sunos-sparc\.\n.*DATABASE_URL/),
    });
  });
});

const killPostmaster = () => process.kill(readPostmasterFile(cluster())!.pid, 'SIGKILL');

async function killBackend(): Promise<void> {
  const client = new pg.Client({ connectionString: findRunningDatabaseUrl(dataDir)! });
  client.on('error', () => undefined); // its backend ends with all others
  await client.connect();
  const { rows } = await client.query(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'bookswap' AND query LIKE 'INSERT%' LIMIT 1`,
  );
  process.kill(rows[0].pid, 'SIGKILL');
  await client.end().catch(() => undefined);
}

const killGuard = () => process.kill(parentOf(readPostmasterFile(cluster())!.pid), 'SIGKILL');

async function killApplication(pid: number): Promise<void> {
  // While the process lives, no other may write.
  await expect(open({ directoryLock: 0 })).rejects.toThrow(/Another BookSwap/);
  process.kill(pid, 'SIGKILL');
}

async function killEverything(pid: number): Promise<void> {
  const servers = await findServerProcesses(cluster(), undefined);
  const guard = parentOf(readPostmasterFile(cluster())!.pid);
  for (const each of [pid, guard, ...servers]) process.kill(each, 'SIGKILL');
}

describe('acknowledged rows survive kill -9', { timeout: 120_000 }, () => {
  test.each([
    ['the postmaster, which the application restarts', 200, killPostmaster],
    ['a backend', 200, killBackend],
    ['the guard between the two, which the application replaces', 200, killGuard],
    ['the application', 100, killApplication],
    ['everything at once', 100, killEverything],
  ])('of %s', async (_, least, interfere) => {
    const acknowledged = await writeInProcess(1, 100, async (pid) => void (await interfere(pid)));
    expect(acknowledged.length).toBeGreaterThanOrEqual(least);
    expect(await lostAfterRestart(1, acknowledged)).toBe(0);
  });

  test('of the application and the guard, which leaves the server running', async () => {
    const acknowledged = await writeInProcess(1, 100, (pid) => {
      const guard = parentOf(readPostmasterFile(cluster())!.pid);
      // The guard has a part that watches the owner: both are shells.
      const shells = execFileSync('ps', ['-o', 'pid=,comm=', '-g', String(guard)], { encoding: 'utf8' })
        .split('\n')
        .flatMap((line) => (line.endsWith(' sh') ? [Number.parseInt(line, 10)] : []));
      for (const each of [...shells, pid]) process.kill(each, 'SIGKILL');
    });
    expect((await findServerProcesses(cluster(), undefined)).length).toBeGreaterThan(0);
    expect(await lostAfterRestart(1, acknowledged)).toBe(0);
  });
});
