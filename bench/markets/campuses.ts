import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { withDeployment } from '#app/cli/markets/deployment.ts';
import { migrateMarkets } from '#app/cli/markets/migrate-markets.ts';
import { MIGRATIONS } from '#app/cli/product-version.ts';
import { readConfig } from '#app/server/config.ts';
import { addMigration } from '#tests/support/markets/add-migration.ts';
import { startCell, TestDeployment } from '#tests/support/markets/test-deployment.ts';
import type { PostgresNode } from '#tests/support/postgresql/postgres-node.ts';
import { BuiltProduct } from '#tests/support/processes/built-product.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { cpuOf, descendants, memoryOf } from '../servers/process-usage.ts';
import { temporaryDirectory } from '../servers/temporary-directory.ts';

/** As in production; tests are without it. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

export type ServerProcess = { product: BuiltProduct; port: number };

/** Many markets on one PostgreSQL, and the processes that serve them. */
export class Campuses implements AsyncDisposable {
  readonly hosts: string[] = [];
  /** Seconds of each `markets create`. */
  readonly created: number[] = [];
  readonly processes: ServerProcess[] = [];
  readonly #opened: AsyncDisposableStack;
  readonly #cell: PostgresNode;
  readonly #deployment: TestDeployment;

  private constructor(opened: AsyncDisposableStack, cell: PostgresNode, deployment: TestDeployment) {
    this.#opened = opened;
    this.#cell = cell;
    this.#deployment = deployment;
  }

  static async open(): Promise<Campuses> {
    await using opening = new AsyncDisposableStack();
    const cell = await startCell(durable);
    const deployment = await TestDeployment.start(cell);
    opening.defer(() => deployment.stop());
    return new Campuses(opening.move(), cell, deployment);
  }

  async create(count: number): Promise<void> {
    for (let number = 1; number <= count; number += 1) {
      const host = `campus-${number}.example`;
      const start = performance.now();
      const options = { now: () => new Date() };
      const code = await this.#deployment.run(['create', `campus-${number}`, '--host', host], options);
      if (code !== 0) throw new Error(this.#deployment.said.slice(-3).join('\n'));
      this.created.push((performance.now() - start) / 1_000);
      this.hosts.push(host);
    }
  }

  async startProcess(): Promise<ServerProcess> {
    const { DATABASE_ADMIN_URL: _, ...variables } = this.#deployment.variables;
    const port = await freePort();
    const { path: dataDir } = this.#opened.use(temporaryDirectory());
    const product = new BuiltProduct({
      port,
      dataDir,
      variables: { ...variables, DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'error' },
      showErrors: true,
    });
    this.#opened.defer(async () => void (await product.stop()));
    await product.start();
    const started = { product, port };
    this.processes.push(started);
    return started;
  }

  /** The sum of the proportional set sizes of all processes, in megabytes. */
  memory(): number {
    const parts = this.#pids().map((pid) => memoryOf(pid)?.pss ?? NaN);
    return parts.reduce((sum, bytes) => sum + bytes, 0) / 2 ** 20;
  }

  /** CPU time of all processes so far, in seconds. */
  cpu(): number {
    return this.#pids().reduce((sum, pid) => sum + cpuOf(pid), 0) / 1e6;
  }

  #pids(): number[] {
    return this.processes.flatMap(({ product: { pid } }) =>
      pid === undefined ? [] : [pid, ...descendants(pid)],
    );
  }

  /** Of the databases of created markets, and of those that the deployment has once. */
  async database(): Promise<{ transactions: number; ofDeployment: number; connections: number }> {
    const transactions = (databases: string) =>
      `(SELECT sum(xact_commit + xact_rollback)::int FROM pg_stat_database WHERE ${databases})`;
    const [row] = await this.#cell.query(
      `SELECT ${transactions(ofMarkets)} AS transactions, ${transactions(`datname LIKE 'bookswap%'`)} AS of_deployment,
         (SELECT count(*)::int FROM pg_stat_activity WHERE ${ofMarkets}) AS connections`,
    );
    const { transactions: all, of_deployment: ofDeployment, connections } = row as Record<string, number>;
    return { transactions: all!, ofDeployment: ofDeployment!, connections: connections! };
  }

  /** Adds a table, an index and a column to every market, four at a time. Returns the seconds. */
  async migrate(): Promise<number> {
    const { path } = this.#opened.use(temporaryDirectory());
    const folder = join(path, 'migrations');
    cpSync(MIGRATIONS, folder, { recursive: true });
    addMigration(folder, '9999_bench', migration);
    const start = performance.now();
    const isDone = await withDeployment(
      readConfig(this.#deployment.variables),
      (deployment) => migrateMarkets(deployment, { atOnce: 4, folder }),
      { say: () => {} },
    );
    if (!isDone) throw new Error('Not every market is migrated');
    return (performance.now() - start) / 1_000;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync();
  }
}

const ofMarkets = `datname ~ '^m[0-9]+$'`;

const migration = [
  'CREATE TABLE bench_notes (id uuid PRIMARY KEY, book_id uuid NOT NULL REFERENCES books)',
  'CREATE INDEX bench_notes_book ON bench_notes (book_id)',
  'ALTER TABLE books ADD COLUMN bench_mark int',
];
