import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { Duplex } from 'node:stream';
import pg, { type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import type { BudgetedPool, ConnectionShare, PoolSize } from '../budgets/connection-budget.ts';
import { defaultDatabaseTimeouts } from './database-timeouts.ts';
import type { Transaction } from './orm.ts';
import { databaseChannel, runObserved } from './database-channel.ts';
import type { DatabaseLog } from './database-log.ts';
import { type Probe, ServerLostError } from './pooler/direct-server.ts';
import { LostServerWatch } from './pooler/lost-server-watch.ts';
import { endOnReplica, refuseReplica, watchForReplica } from './replica-connections.ts';
import { rowTypeParsers, withInt8AsNumber } from './type-parsers.ts';

/** A second connection was requested inside of a transaction: with a full pool, that would wait forever. */
export class NestedDatabaseUseError extends Error {
  constructor() {
    super(
      'The database was used inside of a transaction, but not through it: pass the transaction (tx) on, ' +
        'or do this work before or after the transaction.',
    );
    this.name = 'NestedDatabaseUseError';
  }
}

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

export type TransactionScope = {
  readonly tx: Transaction;
  open: boolean;
  /** The work has returned: nothing more may join it. */
  hasReturned: boolean;
  /** How many transactions inside of it are running. */
  joined: number;
  /** They run after the commit, in this order. */
  readonly effects: Map<unknown, () => void>;
  /** The failure of nested work, which rolls the whole transaction back. */
  failure?: { error: unknown };
};

/** A connection that parses int8 and timestamps in one way for every caller. */
function clientClass({ onConnectionError, isPooled }: GuardedPoolOptions): typeof pg.Client {
  class DatabaseClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      // Without a listener, an error on a connection in use would end the process.
      this.on('error', onConnectionError);
      watchForReplica(this);
    }

    override query(config: unknown, ...rest: unknown[]): never {
      const run = (...args: unknown[]) => (super.query as (...all: unknown[]) => never).apply(this, args);
      const args = [withOurTypes(isPooled ? withoutName(config) : config), ...rest];
      return (databaseChannel.hasSubscribers ? runObserved(run, args) : run(...args)) as never;
    }
  }
  return DatabaseClient;
}

/** A prepared statement belongs to a connection of the server, and the pooler changes that. */
function withoutName(config: unknown): unknown {
  const query = config as (QueryConfig & { submit?: unknown }) | undefined;
  if (typeof query !== 'object' || query === null || query.submit) return config;
  const { name: _, ...unnamed } = query;
  return unnamed;
}

/** Drizzle's own parsers apply to mapped columns, except for int8; ours to the unmapped rows of its `execute`. */
function withOurTypes(config: unknown): unknown {
  const query = config as (QueryConfig & { submit?: unknown; rowMode?: string }) | undefined;
  if (typeof query !== 'object' || query === null || !query.types || query.submit) return config;
  return { ...query, types: query.rowMode === 'array' ? withInt8AsNumber(query.types) : rowTypeParsers };
}

type GuardedPoolOptions = {
  config: PoolConfig;
  isPooled: boolean;
  /** Whether the server behind the pooler is there. */
  probe?: Probe | undefined;
  isReplica?: boolean;
  onConnectionError: (error: Error) => void;
  /** The connections of the process; without it only `config` bounds them. */
  connections?: ConnectionShare | undefined;
  log: DatabaseLog;
};

/** What the library does not declare. Its connections and waiting requests change in these methods alone. */
type PoolInternals = {
  options: PoolSize;
  _clients: (PoolClient & { connection: { stream: Duplex } })[];
  _pendingQueue: { callback: Connected }[];
  _idle: { client: PoolClient }[];
  _isFull(): boolean;
  _pulseQueue(): void;
  _remove(client: PoolClient, onClosed: () => void): void;
};

const library = pg.Pool.prototype as unknown as PoolInternals;
const internals = (pool: pg.Pool) => pool as unknown as PoolInternals;

/** A pool that throws instead of deadlocking when a transaction requests a second connection. */
export class GuardedPool extends pg.Pool implements BudgetedPool {
  readonly scope = new AsyncLocalStorage<TransactionScope>();
  readonly databaseLog: DatabaseLog;
  readonly #connections: ConnectionShare | undefined;
  readonly #server: LostServerWatch | undefined;

  constructor(given: GuardedPoolOptions) {
    const options: PoolConfig = {
      max: 8,
      // One stays, so that the first request after a quiet time does not wait for a connection.
      min: 1,
      connectionTimeoutMillis: 8_000,
      idleTimeoutMillis: defaultDatabaseTimeouts.idleConnection,
      ...given.config,
      types: rowTypeParsers,
      Client: clientClass(given),
      ...(given.isReplica !== true && { onConnect: refuseReplica }),
    };
    super(options);
    this.databaseLog = given.log;
    this.on('error', () => undefined); // the client has already called its error listener
    if (given.isReplica !== true) this.on('release', (_error, client) => endOnReplica(client));
    this.#server = given.probe && this.#watch(given.probe);
    this.#connections = given.connections;
    if (given.connections !== undefined) measureUse(this, given.connections);
    given.connections?.budget.add(this);
  }

  get size(): PoolSize {
    return internals(this).options;
  }

  resize(size: PoolSize): void {
    Object.assign(internals(this).options, size);
  }

  pulse(): void {
    this._pulseQueue();
  }

  closeIdle(onClosed: () => void): void {
    const [longest] = internals(this)._idle;
    internals(this)._remove(longest!.client, () => {
      onClosed();
      this._pulseQueue();
    });
  }

  _isFull(): boolean {
    return library._isFull.call(this) || this.#connections?.budget.hasRoom(this) === false;
  }

  _pulseQueue(): void {
    this.#connections?.budget.giveUpIdle(this);
    library._pulseQueue.call(this);
    this.#connections?.budget.update(this);
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    this.#connections?.budget.remove(this);
    this.#server?.stop();
    return callback === undefined ? super.end() : super.end(callback);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (this.#server?.isLost === true) return refuse(new ServerLostError(this.#server.cause), callback);
    this.#server?.start();
    // A callback that waits would run in the scope of the one that releases its connection.
    if (!this.scope.getStore()?.open) {
      const connected = callback ? super.connect(AsyncResource.bind(callback)) : super.connect();
      this.#connections?.budget.update(this);
      return connected;
    }
    return refuse(new NestedDatabaseUseError(), callback);
  }

  #watch(probe: Probe): LostServerWatch {
    const watch = new LostServerWatch({
      probe,
      isWaiting: () => this.totalCount > this.idleCount || this.waitingCount > 0,
      onLost: (cause) => {
        const error = new ServerLostError(cause);
        const { _pendingQueue: waiting, _clients: clients, _idle: idle } = internals(this);
        for (const { callback } of waiting.splice(0)) callback(error, undefined, () => undefined);
        for (const client of clients)
          if (!idle.some((item) => item.client === client)) client.connection.stream.destroy(error);
      },
    });
    this.on('release', (error) => error ?? watch.recordProgress());
    return watch;
  }
}

function refuse(error: Error, callback: Connected | undefined): Promise<PoolClient> | void {
  if (!callback) return Promise.reject(error);
  process.nextTick(() => callback(error, undefined, () => undefined));
}

function measureUse(pool: pg.Pool, share: ConnectionShare): void {
  const since = new WeakMap<PoolClient, number>();
  pool.on('acquire', (client) => since.set(client, performance.now()));
  pool.on('release', (_error, client) => {
    const startedAt = since.get(client);
    if (startedAt !== undefined) share.busyMs += performance.now() - startedAt;
  });
}
