/** Markets in two cells, served by two processes. PgBouncer is in front of the second cell. */
import { expect } from 'vitest';
import { startPgBouncer } from '#tests/support/postgresql/pgbouncer.ts';
import type { PostgresNode } from '#tests/support/postgresql/postgres-node.ts';
import { startCell, TestDeployment } from '#tests/support/markets/test-deployment.ts';
import { ProductProcess } from '#tests/support/processes/product-process.ts';

const settings = {
  // What is acknowledged outlives the server's processes.
  synchronous_commit: 'on',
  wal_level: 'logical',
  max_sync_workers_per_subscription: '4',
  max_logical_replication_workers: '8',
  max_worker_processes: '16',
  max_replication_slots: '20',
  max_wal_senders: '20',
};

export type CellName = 'main' | 'east';
type Market = { name: string; cell: CellName; address: string };

/** Addresses that clients reach without a name server. */
const markets: readonly Market[] = [
  { name: 'northfield', cell: 'main', address: '127.0.1.2' },
  { name: 'southfield', cell: 'main', address: '127.0.1.3' },
  { name: 'westfield', cell: 'main', address: '127.0.1.4' },
  { name: 'eastfield', cell: 'east', address: '127.0.1.5' },
  { name: 'farfield', cell: 'east', address: '127.0.1.6' },
  { name: 'lakefield', cell: 'east', address: '127.0.1.7' },
];

export class MarketWorld {
  readonly deployment: TestDeployment;
  readonly cells: Readonly<Record<CellName, PostgresNode>>;
  readonly markets = markets;
  readonly processes: ProductProcess[] = [];
  readonly figures: string[] = [];
  readonly #stopPooler: () => Promise<void>;

  private constructor(
    deployment: TestDeployment,
    cells: Record<CellName, PostgresNode>,
    stopPooler: () => Promise<void>,
  ) {
    this.deployment = deployment;
    this.cells = cells;
    this.#stopPooler = stopPooler;
  }

  static async open(): Promise<MarketWorld> {
    const [main, east] = await Promise.all([startCell(settings), startCell(settings)]);
    const pooler = await startPgBouncer({ serverPort: east.port, poolSize: 4, asOwnRoles: true });
    const deployment = await TestDeployment.start(main);
    const at = (port: number) => `postgres://127.0.0.1:${port}`;
    const world = new MarketWorld(deployment, { main, east }, () => pooler.stop());
    await world.run('cells', 'add', 'east', '--url', at(pooler.port), '--direct-url', at(east.port));
    for (const { name, cell, address } of markets)
      await world.run('create', name, '--host', address, '--cell', cell);
    await Promise.all([world.startProcess(), world.startProcess()]);
    return world;
  }

  async run(...args: string[]): Promise<void> {
    const code = await this.deployment.run(args);
    expect([code, code === 0 ? '' : this.deployment.said.at(-1)]).toEqual([0, '']);
  }

  async startProcess(): Promise<void> {
    const { DATABASE_ADMIN_URL: _, ...variables } = this.deployment.variables;
    const settings = { HOST: '0.0.0.0', UNLIMITED: '1', LOG_LEVEL: 'warn' };
    this.processes.push(await ProductProcess.start({ ...variables, ...settings }));
  }

  /** Of a market at each process. */
  addressesOf(name: string): string[] {
    const { address } = markets.find((market) => market.name === name)!;
    return this.processes.map(({ port }) => `http://${address}:${port}`);
  }

  async stop(): Promise<void> {
    for (const product of this.processes) product.signal('SIGINT');
    await Promise.all(this.processes.map(({ ended }) => ended));
    await this.#stopPooler();
    await this.deployment.stop();
    await this.cells.east.stop();
  }
}
