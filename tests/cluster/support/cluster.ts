/**
 * The product as a campus with several machines runs it, on this one: three processes behind HAProxy, a
 * PostgreSQL primary with a synchronous streaming replica behind HAProxy, Redis, and a store for the photos.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '#tests/support/server/redis-server.ts';
import { S3Store } from '#tests/support/fakes/s3-store.ts';
import { startHaproxy } from '#tests/support/postgresql/haproxy.ts';
import type { PostgresNode } from '#tests/support/postgresql/postgres-node.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { startPostgres } from '#tests/support/server/postgres-cluster.ts';
import { BuiltProduct } from '#tests/support/processes/built-product.ts';
import { type RedisRelay, startRedisRelay } from './redis-relay.ts';
import { startWebProxy, type WebProxy } from './web-proxy.ts';

export const processNames = ['one', 'two', 'three'] as const;
type ProcessName = (typeof processNames)[number];

/** Reads all from the primary, as an installation without a replica does. */
export const WITHOUT_REPLICA: ProcessName = 'three';

const DATABASE = 'bookswap';

type Servers = {
  primary: PostgresNode;
  replica: PostgresNode;
  databaseProxy: Awaited<ReturnType<typeof startHaproxy>>;
  redis: Awaited<ReturnType<typeof startRedis>>;
  relay: RedisRelay;
  store: S3Store;
};

export class Cluster {
  readonly proxy: WebProxy;
  readonly processes: ReadonlyMap<ProcessName, BuiltProduct>;
  readonly #servers: Servers;
  readonly #dataDir: string;

  static async start(): Promise<Cluster> {
    const servers = await startServers();
    const dataDir = await mkdtemp(join(tmpdir(), 'bookswap-cluster-'));
    const backends = [];
    for (const name of processNames) backends.push({ name, port: await freePort() });
    const proxy = await startWebProxy(backends);
    const variables = variablesOf(servers, proxy.url);
    const processes = backends.map(
      ({ name, port }) =>
        [
          name,
          new BuiltProduct({
            port,
            dataDir: join(dataDir, name),
            variables: {
              ...variables,
              ...(name !== WITHOUT_REPLICA && { DATABASE_REPLICA_URL: servers.replica.urlOf(DATABASE) }),
            },
          }),
        ] as const,
    );
    const cluster = new Cluster(servers, { proxy, processes: new Map(processes), dataDir });
    try {
      const [first, ...others] = processes.map(([, product]) => product);
      await first!.start();
      await Promise.all(others.map((product) => product.start()));
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  private constructor(
    servers: Servers,
    own: { proxy: WebProxy; processes: Map<ProcessName, BuiltProduct>; dataDir: string },
  ) {
    this.#servers = servers;
    this.proxy = own.proxy;
    this.processes = own.processes;
    this.#dataDir = own.dataDir;
  }

  /** The server that accepts writes. */
  get primary(): PostgresNode {
    return this.#servers.primary;
  }

  get store(): S3Store {
    return this.#servers.store;
  }

  get relay(): RedisRelay {
    return this.#servers.relay;
  }

  /** The rows of a statement in the product's database. */
  query(text: string): Promise<Record<string, unknown>[]> {
    return this.primary.query(text, DATABASE);
  }

  async stopRedis(): Promise<void> {
    await this.#servers.redis.stop();
  }

  async startRedis(): Promise<void> {
    this.#servers.redis = await startRedis(this.#servers.redis.port);
  }

  /** The primary loses its power for good, and its replica becomes the primary. */
  async failOver(): Promise<void> {
    const { primary, replica } = this.#servers;
    await primary.kill();
    await replica.promote();
    Object.assign(this.#servers, { primary: replica, replica: primary });
  }

  async stop(): Promise<void> {
    const { primary, replica, databaseProxy, redis, relay, store } = this.#servers;
    await Promise.all([...this.processes.values()].map((product) => product.kill()));
    await Promise.all([
      this.proxy.stop(),
      databaseProxy.stop(),
      relay.close(),
      redis.stop(),
      store.close(),
      replica.stop(),
      primary.stop(),
    ]);
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

async function startServers(): Promise<Servers> {
  const [primary, redis, store] = await Promise.all([
    // What is acknowledged is on both servers.
    startPostgres({
      settings: {
        synchronous_commit: 'on',
        synchronous_standby_names: 'replica',
        // Without it the only replica comes back five seconds after the primary, and commits wait for it.
        wal_retrieve_retry_interval: '200ms',
      },
    }),
    startRedis(),
    S3Store.start(),
  ]);
  const replica = await primary.startReplica({ name: 'replica' });
  await primary.query(`CREATE DATABASE ${DATABASE}`);
  const databaseProxy = await startHaproxy([primary.port, replica.port]);
  const relay = await startRedisRelay(redis.port);
  return { primary, replica, databaseProxy, redis, relay, store };
}

/** The environment of each process. */
function variablesOf({ databaseProxy, relay, store }: Servers, publicUrl: string): Record<string, string> {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.config;
  return {
    PUBLIC_URL: publicUrl,
    DATABASE_URL: databaseProxy.urlOf(DATABASE),
    REDIS_URL: relay.url,
    SECRET_KEY: 'the key of all processes of the test, long enough',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    TRUSTED_PROXIES: '127.0.0.1',
    // Longer than the proxy takes to find out.
    STOP_GRACE_SECONDS: '2',
    LOG_LEVEL: 'warn',
  };
}
