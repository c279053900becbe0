import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type GuardedProcess, startGuardedProcess } from '#packages/embedded-postgresql/guarded-process.ts';
import { runAsAccount, spawnAs } from '#packages/embedded-postgresql/server-account.ts';
import { freePort } from '../server/free-port.ts';
import { createServerHome, type ServerHome } from '../server/temporary-server.ts';

const run = promisify(execFile);
const START_MS = 30_000;
const POLL_MS = 50;
const STOP_MS = 20_000;

const commonSettings = {
  max_connections: '200',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  timezone: 'UTC',
  wal_keep_size: '256MB',
};

/**
 * A PostgreSQL server of a test, in a temporary directory that ends with this process: a primary, or a
 * streaming replica of another node.
 */
export class PostgresNode {
  readonly port: number;
  readonly #binaries: string;
  readonly #home: ServerHome;
  /** Deletes the directory when this process ends, however often the server was killed before. */
  readonly #holder: GuardedProcess;
  readonly #settings: Record<string, string>;
  #server: GuardedProcess | null = null;
  #output = '';

  private constructor(
    binaries: string,
    { home, port, settings }: { home: ServerHome; port: number; settings: Record<string, string> },
  ) {
    this.port = port;
    this.#binaries = binaries;
    this.#home = home;
    this.#settings = settings;
    this.#holder = startGuardedProcess({
      command: '/bin/sleep',
      args: ['infinity'],
      cwd: '/',
      stopSignal: 'TERM',
      stopTimeoutMs: STOP_MS,
      temporaryDirectory: home.directory,
      isBackground: true,
    });
  }

  /** A new, empty server. */
  static async create(binaries: string, settings: Record<string, string>): Promise<PostgresNode> {
    const node = await PostgresNode.#prepare(binaries, settings);
    const options = ['--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C'];
    await node.#runTool('initdb', ['--pgdata', node.#data, ...options, '--no-sync']);
    await node.start();
    return node;
  }

  static async #prepare(binaries: string, settings: Record<string, string>): Promise<PostgresNode> {
    // PostgreSQL refuses to run as root.
    const home = await createServerHome('bookswap-pg-', ['postgres', 'nobody']);
    return new PostgresNode(binaries, {
      home,
      port: await freePort(),
      settings: { ...commonSettings, ...settings },
    });
  }

  /** What the server has logged since it was created. */
  get log(): string {
    return this.#output;
  }

  /** Connection string of the database `postgres`, as superuser, over 127.0.0.1. */
  get url(): string {
    return this.urlOf('postgres');
  }

  /** The same server, another database. */
  urlOf(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  /** Directory of the Unix socket; with it `pg` connects by `{host: socketDirectory, port}`. */
  get socketDirectory(): string {
    return this.#home.directory;
  }

  get #data(): string {
    return join(this.#home.directory, 'data');
  }

  /**
   * A streaming replica of this server, caught up when it starts. `name` is what `synchronous_standby_names`
   * of the primary calls it; `follow` is the port that it streams from, such as a proxy's, so that it follows
   * the next primary.
   */
  async startReplica({ name = 'replica', follow = this.port } = {}): Promise<PostgresNode> {
    const replica = await PostgresNode.#prepare(this.#binaries, {
      ...this.#settings,
      cluster_name: name,
      // A new primary must not wait for standbys that are gone.
      synchronous_standby_names: '',
    });
    const source = `host=127.0.0.1 port=${this.port} user=postgres`;
    await replica.#runTool('pg_basebackup', [
      '-D',
      replica.#data,
      '-d',
      source,
      '-X',
      'stream',
      '-c',
      'fast',
    ]);
    const conninfo = `host=127.0.0.1 port=${follow} user=postgres application_name=${name} connect_timeout=2`;
    replica.#settings['primary_conninfo'] = conninfo;
    runAsAccount(replica.#home.account, 'touch standby.signal', { cwd: replica.#data });
    await replica.start();
    return replica;
  }

  /** Starts the server, or starts it again on the same port and data. */
  async start(): Promise<void> {
    const settings = {
      ...this.#settings,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: this.#home.directory,
    };
    const server = startGuardedProcess({
      command: join(this.#binaries, 'postgres'),
      args: [
        '-D',
        this.#data,
        '-p',
        String(this.port),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      cwd: this.#home.directory,
      account: this.#home.account,
      stopSignal: 'INT', // fast: rolls back open transactions and writes a checkpoint
      stopTimeoutMs: STOP_MS,
      isBackground: true,
      onOutput: (chunk) => (this.#output += chunk),
    });
    this.#server = server;
    try {
      await this.#waitUntilReady(server);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Ends all its processes at once, as a machine does that loses its power. `start` recovers it. */
  async kill(): Promise<void> {
    const postmaster = Number(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const backends = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ');
    for (const pid of [postmaster, ...backends.map(Number).filter(Boolean)]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended automatically.
      }
    }
    await this.#server?.ended;
  }

  /** An orderly shutdown; `start` starts it again. */
  async shutDown(): Promise<void> {
    await this.#server?.stop();
  }

  /** Makes a replica the primary; resolves when it accepts writes. */
  async promote(): Promise<void> {
    await this.query('SELECT pg_promote(true, 30)');
  }

  /** The rows of a statement, in the database `postgres` or another one. */
  async query(text: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.urlOf(database), connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Shuts down fast, then deletes the directory. */
  async stop(): Promise<void> {
    await this.#server?.stop();
    await this.#holder.stop();
    // The guard may not delete it: as root, the parent directory may belong to root.
    await rm(this.#home.directory, { recursive: true, force: true });
  }

  /** A program of PostgreSQL, as the server's account. */
  async #runTool(name: string, args: string[]): Promise<void> {
    const { directory, account } = this.#home;
    const env = { PATH: process.env.PATH, HOME: directory, LC_ALL: 'C' };
    await run(join(this.#binaries, name), args, { cwd: directory, env, ...spawnAs(account) });
  }

  async #waitUntilReady(server: GuardedProcess): Promise<void> {
    const deadline = performance.now() + START_MS;
    for (;;) {
      try {
        await this.query('SELECT 1');
        return;
      } catch (error) {
        if (server.hasEnded || performance.now() > deadline)
          throw new Error(`PostgreSQL did not start\n${this.#output}`, { cause: error });
        await delay(POLL_MS);
      }
    }
  }
}
