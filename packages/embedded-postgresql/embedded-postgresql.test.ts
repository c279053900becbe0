import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { EmbeddedPostgresql, type EmbeddedPostgresqlOptions } from './embedded-postgresql.ts';
import { DirectoryInUseError, EmbeddedPostgresqlError } from './errors.ts';
import { findServerProcesses, readPostmasterFile } from './server-processes.ts';
import { findSocketDirectory } from './socket-path.ts';

/** Against a restart that hangs: on a busy machine a short one takes several seconds. */
const RESTART_TIMEOUT_MS = 30_000;

let parent: string;
let directory: string;
let server: EmbeddedPostgresql | undefined;
const messages: string[] = [];
const keep = (_fields: object, message: string) => void messages.push(message);
const log = { debug() {}, info: keep, warn: keep, error: keep };
const cluster = () => path.join(directory, 'postgresql');

beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-postgresql-test-'));
  directory = path.join(parent, 'database');
  messages.length = 0;
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  fs.rmSync(parent, { recursive: true, force: true });
});

async function start(options?: Partial<EmbeddedPostgresqlOptions>): Promise<EmbeddedPostgresql> {
  server = await EmbeddedPostgresql.start({ directory, log, ...options });
  return server;
}

async function query(text: string, socketDirectory = server!.socketDirectory): Promise<object[]> {
  const client = new pg.Client({ host: socketDirectory, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A process that ends with the test. */
function bystander(): number {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid!;
}

const isAlive = (pid: number) => fs.existsSync(`/proc/${pid}`);

describe('starting', () => {
  test('creates a cluster, and a start that was cut off leaves nothing that is taken for one', async () => {
    fs.mkdirSync(path.join(directory, 'postgresql-unfinished-x'), { recursive: true });
    await start();
    expect(fs.readdirSync(directory).filter((name) => name.startsWith('postgresql'))).toEqual(['postgresql']);
    expect(await query('SHOW server_version')).toEqual([{ server_version: server!.version }]);
  });

  test('as root, the server runs as the owner of the directory above, and the cluster is that account’s', async () => {
    if (process.getuid?.() === 0) fs.chownSync(parent, 65_534, 65_534);
    await start();
    const owner = fs.statSync(parent).uid;
    expect(fs.statSync(cluster()).uid).toBe(owner);
    expect(fs.statSync(`/proc/${server!.postmasterPid}`).uid).toBe(owner);
    expect(owner).not.toBe(0);
  });

  test('gives up waiting for another process', async () => {
    await start();
    const second = EmbeddedPostgresql.start({ directory, log, lockTimeoutMs: 0 });
    await expect(second).rejects.toThrow(DirectoryInUseError);
    await expect(second).rejects.toMatchObject({ directory, ownerPid: process.pid });
  });

  test('a long path has its socket in a private temporary directory, which does not stay behind', async () => {
    directory = path.join(parent, 'x'.repeat(100));
    await start();
    const { socketDirectory } = server!;
    expect(socketDirectory.startsWith(directory)).toBe(false);
    expect(fs.statSync(socketDirectory).mode & 0o777).toBe(0o700);
    expect(findSocketDirectory(directory)).toBe(socketDirectory);
    expect(await query('SELECT 1 AS it')).toEqual([{ it: 1 }]);
    await server!.stop();
    expect([fs.existsSync(socketDirectory), findSocketDirectory(directory)]).toEqual([false, undefined]);
  });
});

describe('leftovers of a killed owner', () => {
  /**
   * The state after a start and a `kill -9` of all processes: files with process ids that other programs have
   * by now.
   */
  async function leaveBehind(pid: number): Promise<void> {
    await start();
    const postmasterFile = fs.readFileSync(path.join(cluster(), 'postmaster.pid'), 'utf8');
    await server!.stop();
    fs.writeFileSync(path.join(cluster(), 'postmaster.pid'), postmasterFile.replace(/^\d+/, String(pid)));
    fs.writeFileSync(path.join(directory, '.s.PGSQL.5432.lock'), `${pid}\n${cluster()}\n`);
    fs.writeFileSync(path.join(directory, '.s.PGSQL.5432'), '');
  }

  test('do not stop a start, and a program that has got such a process id lives on', async () => {
    const pid = bystander();
    await leaveBehind(pid);
    await start();
    expect(await query('SELECT 1 AS it')).toEqual([{ it: 1 }]);
    expect(isAlive(pid)).toBe(true);
  });

  test.each(['', 'garbage\n'])(
    'a file of process ids with %j in it does not stop a start',
    async (content) => {
      await start();
      await server!.stop();
      fs.writeFileSync(path.join(cluster(), 'postmaster.pid'), content);
      await start();
      expect(await query('SELECT 1 AS it')).toEqual([{ it: 1 }]);
    },
  );

  test('a note that names a directory of another program is not followed', async () => {
    const foreign = path.join(parent, 'embedded-postgresql-foreign');
    fs.mkdirSync(foreign);
    fs.mkdirSync(directory);
    fs.writeFileSync(path.join(directory, 'socket-directory'), foreign);
    await start();
    expect(fs.existsSync(foreign)).toBe(true);
  });

  test('do not lead to stopping a server of another cluster', async () => {
    const other = await EmbeddedPostgresql.start({ directory: path.join(parent, 'other'), log });
    onTestFinished(() => other.stop());
    await leaveBehind(other.postmasterPid!);
    await start();
    expect(await query('SELECT 1 AS it', other.socketDirectory)).toEqual([{ it: 1 }]);
    expect(other.restartCount).toBe(0);
  });
});

describe('a running server', () => {
  test('is restarted when it dies, again and again', async () => {
    await start();
    for (const count of [1, 2]) {
      process.kill(server!.postmasterPid!, 'SIGKILL');
      await vi.waitFor(() => expect(server!.restartCount).toBe(count), { timeout: RESTART_TIMEOUT_MS });
      await vi.waitFor(async () => expect(await query('SELECT 1 AS it')).toEqual([{ it: 1 }]), {
        timeout: RESTART_TIMEOUT_MS,
      });
    }
    expect(messages).toContain('The database server is back');
  });

  test('stops for good while it is being restarted', async () => {
    await start();
    // A backend at work outlives its server for a while: the restart has to end it first.
    const busy = query('SELECT count(*) FROM generate_series(1, 2000000000)').catch(() => undefined);
    await vi.waitFor(async () =>
      expect(
        await query(
          `SELECT FROM pg_stat_activity WHERE query LIKE '%generate_series%' AND pid <> pg_backend_pid()`,
        ),
      ).toHaveLength(1),
    );
    process.kill(server!.postmasterPid!, 'SIGKILL');
    await vi.waitFor(() => expect(server!.restartCount).toBe(1), { timeout: RESTART_TIMEOUT_MS });
    await server!.stop();
    await busy;
    expect(await findServerProcesses(cluster(), undefined)).toEqual([]);
    expect(readPostmasterFile(cluster())).toBeUndefined();
  });

  test('leaves no temporary directory when it is stopped', async () => {
    await start({ isTemporary: true });
    await server!.stop();
    expect(fs.existsSync(directory)).toBe(false);
  });
});

describe('a start that cannot succeed reports the reason, and changes nothing', () => {
  const refusal = async (): Promise<EmbeddedPostgresqlError> => {
    const error = await start().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(EmbeddedPostgresqlError);
    if (fs.existsSync(cluster())) expect(await findServerProcesses(cluster(), undefined)).toEqual([]);
    return error as EmbeddedPostgresqlError;
  };

  test.runIf(process.getuid?.() === 0)('a directory that is a link, which root does not follow', async () => {
    fs.chownSync(parent, 65_534, 65_534);
    const target = path.join(parent, 'target');
    fs.mkdirSync(target);
    fs.symlinkSync(target, directory);
    expect(await refusal()).toMatchObject({ reason: 'permission-denied' });
    expect(fs.statSync(target).uid).toBe(0);
  });

  test.runIf(process.getuid?.() === 0)('an account without a name', async () => {
    fs.chownSync(parent, 54_321, 54_321);
    expect(await refusal()).toMatchObject({
      reason: 'unsupported-machine',
      message: expect.stringContaining('User 54321 has no name on this machine'),
    });
  });

  test('a cluster of another major version', async () => {
    fs.mkdirSync(cluster(), { recursive: true });
    fs.writeFileSync(path.join(cluster(), 'PG_VERSION'), '17\n');
    expect(await refusal()).toMatchObject({
      reason: 'incompatible-version',
      message: expect.stringContaining('made by PostgreSQL 17'),
    });
  });

  test('a cluster without its version', async () => {
    fs.mkdirSync(cluster(), { recursive: true });
    expect(await refusal()).toMatchObject({ reason: 'damaged-cluster' });
    expect(fs.readdirSync(cluster())).toEqual([]);
  });

  test('a cluster with a damaged control file', async () => {
    await start();
    await server!.stop();
    fs.truncateSync(path.join(cluster(), 'global', 'pg_control'), 10);
    expect(await refusal()).toMatchObject({
      reason: 'damaged-cluster',
      message: expect.stringMatching(/files are damaged[^]*pg_control/),
    });
    // The lock is free again.
    await refusal();
  });

  test('files with permissions that PostgreSQL refuses', async () => {
    await start();
    await server!.stop();
    fs.chmodSync(cluster(), 0o777);
    expect(await refusal()).toMatchObject({
      reason: 'permission-denied',
      message: expect.stringContaining('chown -R'),
    });
  });
});
