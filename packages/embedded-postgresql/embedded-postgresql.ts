import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createCluster, dataDirectoryArgument } from './create-cluster.ts';
import { acquireDirectoryLock, type DirectoryLock } from './directory-lock.ts';
import { EmbeddedPostgresqlError } from './errors.ts';
import { type GuardedProcess, startGuardedProcess } from './guarded-process.ts';
import { findPostgresqlPrograms, type PostgresqlPrograms } from './postgresql-programs.ts';
import { chooseServerAccount, type ServerAccount } from './server-account.ts';
import { type ServerLog, ServerLogReader } from './server-log.ts';
import { endLeftoverServer, readPostmasterFile } from './server-processes.ts';
import { availableMemory, serverSettings } from './server-settings.ts';
import { createSocketPath, type SocketPath } from './socket-path.ts';
import { toLaunchError, toStartError } from './start-errors.ts';

export type EmbeddedPostgresqlOptions = {
  /** Holds the cluster, its socket and its lock; created when it is missing. */
  directory: string;
  log: ServerLog;
  /** Accounts for the server, in this order, where root starts it and owns the directory. */
  accountNames?: readonly string[];
  /** Where root may copy the programs to when that account cannot reach node_modules. */
  copyProgramsTo?: readonly string[];
  /** How long a start waits for another process to release the directory. */
  lockTimeoutMs?: number;
  /** Further settings of the server, by PostgreSQL's names. */
  settings?: Readonly<Record<string, string>>;
  /** For tests: fsync is off, and the directory is deleted when the server ends or this process is killed. */
  isTemporary?: boolean;
};

const POLL_MS = 10;
const LOCK_TIMEOUT_MS = 5_000;
const STOP_TIMEOUT_MS = 60_000;
const SLOW_START_MS = 3_000;
const HEALTHY_MS = 30_000;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;
const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = fs.constants;

type ServerParts = {
  cluster: string;
  account: ServerAccount | undefined;
  programs: PostgresqlPrograms;
  lock: DirectoryLock;
  socket: SocketPath;
};

/** A PostgreSQL server owned by this process: started, watched, restarted when it dies, and stopped. */
export class EmbeddedPostgresql {
  /** For `psql -h` and drivers: the directory of the socket. The user is `postgres`. */
  readonly socketDirectory: string;
  /** '18.4' */
  readonly version: string;
  restartCount = 0;
  readonly #options: EmbeddedPostgresqlOptions;
  readonly #parts: ServerParts;
  readonly #stopRequest = new AbortController();
  #server: GuardedProcess | undefined;
  #logReader: ServerLogReader;
  #watching: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;

  /**
   * Resolves when the server accepts connections. Throws DirectoryInUseError, or EmbeddedPostgresqlError with
   * a message for the operator.
   */
  static async start(options: EmbeddedPostgresqlOptions): Promise<EmbeddedPostgresql> {
    const directory = path.resolve(options.directory);
    let lock: DirectoryLock | undefined;
    let server: EmbeddedPostgresql | undefined;
    try {
      const account = prepareDirectory(directory, options.accountNames ?? ['nobody']);
      const timeoutMs = options.lockTimeoutMs ?? LOCK_TIMEOUT_MS;
      lock = await acquireDirectoryLock(path.join(directory, 'lock'), { directory, account, timeoutMs });
      const programs = findPostgresqlPrograms(account, options.copyProgramsTo ?? []);
      const cluster = path.join(directory, 'postgresql');
      if (fs.existsSync(cluster)) throwIfIncompatible(cluster, programs);
      else {
        options.log.info({ directory }, 'Creating the database');
        const isDurable = !options.isTemporary;
        await createCluster({ directory, cluster, programs, account, isDurable });
      }
      await endLeftoverServer(cluster, account, options.log);
      const socket = createSocketPath(directory, account);
      const parts = { cluster, account, programs, lock, socket };
      server = new EmbeddedPostgresql({ ...options, directory }, parts);
      await server.#launch();
      server.#watching = server.#watch();
      return server;
    } catch (error) {
      if (server) server.#parts.socket.remove();
      lock?.release();
      throw toStartError(error, directory);
    }
  }

  private constructor(options: EmbeddedPostgresqlOptions, parts: ServerParts) {
    this.#options = options;
    this.#parts = parts;
    this.#logReader = new ServerLogReader(options.log);
    this.socketDirectory = parts.socket.directory;
    this.version = parts.programs.version;
  }

  /** Of the running server; undefined while it is being restarted. */
  get postmasterPid(): number | undefined {
    return this.#server?.hasEnded === false ? readPostmasterFile(this.#parts.cluster)?.pid : undefined;
  }

  /** Stops the server cleanly: acknowledged writes are on disk, and the next start needs no recovery. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stop());
  }

  async #stop(): Promise<void> {
    this.#stopRequest.abort();
    this.#logReader.isQuiet = true;
    await this.#server?.stop();
    await this.#watching;
    // A server that was just being restarted, and backends of one that had died.
    await this.#server?.stop();
    await endLeftoverServer(this.#parts.cluster, this.#parts.account);
    this.#parts.socket.remove();
    this.#parts.lock.release();
    if (this.#options.isTemporary) fs.rmSync(this.#options.directory, { recursive: true, force: true });
  }

  get #isStopping(): boolean {
    return this.#stopRequest.signal.aborted;
  }

  /** Starts the server and waits until it accepts connections, or until a stop is requested. */
  async #launch(): Promise<void> {
    const { log, directory, isTemporary } = this.#options;
    const reader = new ServerLogReader(log);
    this.#logReader = reader;
    this.#parts.socket.clear();
    const settings = {
      ...serverSettings(this.#parts.socket.serverDirectory, availableMemory()),
      ...(isTemporary && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
      ...this.#options.settings,
    };
    const server = startGuardedProcess({
      command: path.join(this.#parts.programs.binDirectory, 'postgres'),
      args: [
        '-D',
        dataDirectoryArgument(this.#parts.cluster),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      cwd: this.#parts.cluster,
      stopSignal: 'INT', // fast: rolls back open transactions, writes a checkpoint
      stopTimeoutMs: STOP_TIMEOUT_MS,
      account: this.#parts.account,
      ...(isTemporary && { temporaryDirectory: directory }),
      isBackground: true,
      onOutput: (chunk) => reader.push(chunk),
    });
    this.#server = server;
    const startedAt = performance.now();
    let isSlow = false;
    while (!readPostmasterFile(this.#parts.cluster)?.isReady && !this.#isStopping) {
      if (server.hasEnded) throw toLaunchError(this.#parts.cluster, reader.failures, await server.ended);
      if (!isSlow && performance.now() - startedAt > SLOW_START_MS) {
        isSlow = true;
        log.info({}, 'The database is recovering from an interruption …');
      }
      await delay(POLL_MS);
    }
  }

  /** Restarts the server whenever it ends, until a stop is requested. */
  async #watch(): Promise<void> {
    const { log } = this.#options;
    let failures = 0;
    while (!this.#isStopping) {
      const aliveSince = performance.now();
      const exitCode = await this.#server!.ended;
      if (this.#isStopping) return;
      failures = performance.now() - aliveSince > HEALTHY_MS ? 1 : failures + 1;
      this.restartCount += 1;
      const fields = { exitCode, reason: this.#logReader.failures };
      log.error(fields, 'The database server has ended and is being restarted');
      const backoff = failures === 1 ? 0 : Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures);
      await delay(backoff, undefined, { signal: this.#stopRequest.signal }).catch(() => undefined);
      await this.#restart();
    }
  }

  async #restart(): Promise<void> {
    const { log } = this.#options;
    const startedAt = performance.now();
    try {
      if (!this.#isStopping) await endLeftoverServer(this.#parts.cluster, this.#parts.account);
      if (this.#isStopping) return;
      await this.#launch();
      if (!this.#isStopping)
        log.warn({ ms: Math.round(performance.now() - startedAt) }, 'The database server is back');
    } catch (error) {
      log.error({ err: error }, 'The database server does not start');
    }
  }
}

/** Creates the directory, for the account of the server alone, and returns that account. */
function prepareDirectory(directory: string, accountNames: readonly string[]): ServerAccount | undefined {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const account = chooseServerAccount(directory, accountNames);
  // Not through a link: as root, that would change an arbitrary file's owner and mode.
  const handle = fs.openSync(directory, account ? O_RDONLY | O_DIRECTORY | O_NOFOLLOW : O_RDONLY);
  try {
    if (account) fs.fchownSync(handle, account.uid, account.gid);
    fs.fchmodSync(handle, 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
    throw new EmbeddedPostgresqlError(
      'unsupported-machine',
      'PostgreSQL does not run as root, and this machine has no other user ids (as in a container with a single one).',
      { cause: error },
    );
  } finally {
    fs.closeSync(handle);
  }
  return account;
}

function throwIfIncompatible(cluster: string, programs: PostgresqlPrograms): void {
  const file = path.join(cluster, 'PG_VERSION');
  const found = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '';
  if (!/^\d+$/.test(found))
    throw new EmbeddedPostgresqlError(
      'damaged-cluster',
      `${cluster} is not a complete database: PG_VERSION is missing. Nothing was changed. Restore the directory from a backup.`,
    );
  const [major] = programs.version.split('.');
  if (found !== major)
    throw new EmbeddedPostgresqlError(
      'incompatible-version',
      `The database in ${cluster} was made by PostgreSQL ${found}, and this is PostgreSQL ${programs.version}. ` +
        'Nothing was changed. Start the version that made it, and carry the data over from there.',
    );
}
