/** A PostgreSQL primary with a synchronous standby that Patroni keeps, with one etcd. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnAs } from '#packages/embedded-postgresql/server-account.ts';
import { findOnPath } from '#tests/support/postgresql/find-on-path.ts';
import { startHaproxy } from '#tests/support/postgresql/haproxy.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { findPostgres } from '#tests/support/server/postgres-cluster.ts';
import { createServerHome, type ServerHome } from '#tests/support/server/temporary-server.ts';
import { until } from './until.ts';

export const hasPatroni = (): boolean => ['patroni', 'etcd'].every((name) => findOnPath(name) !== undefined);

const START_MS = 60_000;
const accounts = ['postgres', 'nobody'];

type Node = { name: string; home: ServerHome; port: number; restPort: number; process: ChildProcess | null };

export class PatroniCluster {
  readonly proxy: Awaited<ReturnType<typeof startHaproxy>>;
  readonly #nodes: readonly Node[];
  readonly #etcd: { process: ChildProcess; home: ServerHome };

  private constructor(
    proxy: PatroniCluster['proxy'],
    nodes: readonly Node[],
    etcd: { process: ChildProcess; home: ServerHome },
  ) {
    this.proxy = proxy;
    this.#nodes = nodes;
    this.#etcd = etcd;
  }

  static async start(): Promise<PatroniCluster> {
    const etcdPort = await freePort();
    const etcd = await startEtcd(etcdPort);
    const nodes: Node[] = [];
    for (const name of ['one', 'two']) {
      const home = await createServerHome('bookswap-patroni-', accounts);
      const node: Node = { name, home, port: await freePort(), restPort: await freePort(), process: null };
      await writeConfiguration(node, etcdPort);
      startNode(node);
      nodes.push(node);
      await until(`${name} runs`, async () => (await roleOf(node)) !== null, START_MS);
    }
    await until('a standby is synchronous', () => hasSynchronousStandby(nodes), START_MS);
    const proxy = await startHaproxy(nodes.map(({ port }) => port));
    return new PatroniCluster(proxy, nodes, etcd);
  }

  /** The machine of the primary is lost at once. Resolves to what starts it again, as a standby. */
  async killPrimary(): Promise<() => Promise<void>> {
    for (const node of this.#nodes) {
      if ((await roleOf(node)) !== 'primary') continue;
      await killNode(node);
      return async () => {
        startNode(node);
        await until('a standby is synchronous', () => hasSynchronousStandby(this.#nodes), START_MS);
      };
    }
    throw new Error('There is no primary');
  }

  async stop(): Promise<void> {
    await this.proxy.stop();
    for (const node of this.#nodes) {
      await killNode(node);
      await rm(node.home.directory, { recursive: true, force: true });
    }
    await kill(this.#etcd.process);
    await rm(this.#etcd.home.directory, { recursive: true, force: true });
  }
}

async function startEtcd(port: number): Promise<{ process: ChildProcess; home: ServerHome }> {
  const home = await createServerHome('bookswap-etcd-', accounts);
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await freePort()}`];
  const options = {
    'data-dir': join(home.directory, 'data'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const process = run('etcd', args, home);
  await until('etcd answers', () => answers(`${client}/health`), START_MS);
  return { process, home };
}

function startNode(node: Node): void {
  node.process = run('patroni', [join(node.home.directory, 'patroni.yml')], node.home);
}

function run(name: string, args: string[], { directory, account }: ServerHome): ChildProcess {
  const { PATH, LANG } = process.env;
  return spawn(findOnPath(name)!, args, {
    cwd: directory,
    stdio: 'ignore',
    env: { PATH, LANG, HOME: directory },
    ...spawnAs(account),
  });
}

async function killNode(node: Node): Promise<void> {
  if (node.process !== null) await kill(node.process);
  node.process = null;
  const postmaster = Number(
    readFileSync(join(node.home.directory, 'data/postmaster.pid'), 'utf8').split('\n')[0],
  );
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ');
  for (const pid of [postmaster, ...children.map(Number).filter(Boolean)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended with its postmaster.
    }
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** As Patroni says it; null while its PostgreSQL does not run. */
async function roleOf({ restPort }: Node): Promise<'primary' | 'replica' | null> {
  const reply = await fetch(`http://127.0.0.1:${restPort}/patroni`).catch(() => null);
  const state = (await reply?.json()) as { state?: string; role?: string } | undefined;
  if (state?.state !== 'running') return null;
  return state.role === 'replica' ? 'replica' : 'primary';
}

async function hasSynchronousStandby(nodes: readonly Node[]): Promise<boolean> {
  const standbys = nodes.map(({ restPort }) => answers(`http://127.0.0.1:${restPort}/synchronous`));
  return (await Promise.all(standbys)).includes(true);
}

/** The durations of docs/operations.md with which writes are back soonest. */
const timing = { ttl: 10, loop_wait: 2, retry_timeout: 4 };

async function writeConfiguration({ name, home, port, restPort }: Node, etcdPort: number): Promise<void> {
  const file = join(home.directory, 'patroni.yml');
  const trusted = { username: 'postgres' };
  // YAML contains JSON.
  const configuration = {
    scope: 'cell',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...timing,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_keep_size: '256MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(home.directory, 'data'),
      bin_dir: findPostgres(),
      pgpass: join(home.directory, 'pgpass'),
      parameters: { unix_socket_directories: home.directory },
      authentication: { superuser: trusted, replication: trusted, rewind: trusted },
      pg_hba: [
        'local all all trust',
        'host all postgres 127.0.0.1/32 trust',
        'host replication postgres 127.0.0.1/32 trust',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
  };
  await writeFile(file, JSON.stringify(configuration));
  await chmod(file, 0o644);
}
