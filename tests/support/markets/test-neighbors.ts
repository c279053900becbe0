/** Markets behind one edge with a directory in a database, by which they share listings. */
import { join } from 'node:path';
import pg from 'pg';
import { ControlNeighbors, sharingRoleOf } from '#platform/server/markets/control/control-neighbors.ts';
import { DIRECTORY_ROLE } from '#platform/server/markets/control/open-control-directory.ts';
import { databasePassword } from '#platform/server/markets/market-keys.ts';
import { ensureControl } from '#platform/server/markets/provisioning/ensure-control.ts';
import { ensureSharingRoles } from '#platform/server/markets/provisioning/roles.ts';
import { grantAdmin } from '#tests/support/product/grant-admin.ts';
import type { TestClient } from '../server/test-app.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';
import { TestMarkets } from './test-markets.ts';

const FOLDER = join(import.meta.dirname, '../../../db/control');
const ROOT = 'the secret of the installation, which is long';
const DATABASE = 'bookswap';

/** Between two looks at what is shown. */
export const LOOK_MS = 100;

type Options = NonNullable<Parameters<typeof TestMarkets.start>[1]>;

export class TestNeighbors {
  readonly markets: TestMarkets;
  readonly cluster: TestCluster;
  readonly #pool: pg.Pool;

  private constructor(markets: TestMarkets, cluster: TestCluster, pool: pg.Pool) {
    this.markets = markets;
    this.cluster = cluster;
    this.#pool = pool;
  }

  /** Each with a seller and a buyer, the seller an administrator, and coordinates for all but the last. */
  static async open(names: readonly string[], options: Options = {}): Promise<TestNeighbors> {
    const cluster = await startTestCluster();
    await cluster.query('postgres', 'CREATE ROLE bookswap LOGIN');
    await cluster.query('postgres', `CREATE DATABASE ${DATABASE} OWNER bookswap`);
    await ensureControl(cluster, {
      database: DATABASE,
      installationRole: 'bookswap',
      folder: FOLDER,
      root: ROOT,
      now: new Date(),
    });
    const run = (text: string, values?: unknown[]) => cluster.query(DATABASE, text, values);
    await run(`INSERT INTO control.cells (name, created_at) VALUES ('main', now())`);
    for (const [index, name] of names.entries())
      await run(
        `INSERT INTO control.markets (number, name, cell, database, state, created_at, state_since)
         VALUES ($1, $2, 'main', $3, 'active', now(), now())`,
        [index + 1, name, `m${index + 1}`],
      );
    const numbers = names.map((_, index) => index + 1);
    await ensureSharingRoles(cluster, { database: DATABASE, root: ROOT, numbers });
    const password = databasePassword(ROOT, DIRECTORY_ROLE);
    const pool = new pg.Pool({
      connectionString: cluster.urlOf(DIRECTORY_ROLE, DATABASE, password),
      ssl: false,
    });
    // The cluster stops first.
    pool.on('error', () => {});
    let neighbors: ControlNeighbors | undefined;
    const markets = await TestMarkets.open(names, {
      ...options,
      cellPartsOf: async ({ number }) => ({ neighbors: neighbors!.forMarket(number) }),
      onDirectory: (directory) => {
        neighbors = new ControlNeighbors({
          pool,
          controlUrl: cluster.urlOf('postgres', DATABASE),
          root: ROOT,
          directory,
          originOf: ({ settings }) => settings['PUBLIC_URL']!,
        });
      },
    });
    const opened = new TestNeighbors(markets, cluster, pool);
    for (const name of names) await opened.#makeAdmin(name);
    return opened;
  }

  /** A statement in the directory, as the superuser. Returns the first column. */
  control = (text: string, values?: unknown[]) => this.cluster.query(DATABASE, text, values);

  /** Connects to the directory as the role of a market. */
  async asMarket(number: number, text: string): Promise<unknown> {
    const role = sharingRoleOf(number);
    const url = this.cluster.urlOf(role, DATABASE, databasePassword(ROOT, role));
    const client = new pg.Client({ connectionString: url, ssl: false });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  admin = (name: string): TestClient => this.markets.world(name).seller;

  hostOf = (name: string): string => new URL(this.markets.addressOf(name)).host;

  /** Both sides agree. */
  async agree(one: string, other: string): Promise<void> {
    await this.admin(one).post('/api/admin/neighbors', { host: this.hostOf(other) });
    await this.admin(other).post(`/api/admin/neighbors/${this.hostOf(one)}/confirm`, {});
  }

  /** Titles that a campus shows of its neighbors, by their names, when another `LOOK_MS` has passed. */
  async shownAt(name: string, query = ''): Promise<Record<string, string[]>> {
    this.markets.clock.advance(LOOK_MS);
    const { body } = await this.markets.world(name).app.visitor().get(`/api/neighbors/listings${query}`);
    return Object.fromEntries(
      body.neighbors.map((neighbor: { name: string; listings: { title: string }[] }) => [
        neighbor.name,
        neighbor.listings.map(({ title }) => title),
      ]),
    );
  }

  async stop(): Promise<void> {
    await this.markets.stop();
    await this.#pool.end();
    await this.cluster.stop();
  }

  async #makeAdmin(name: string): Promise<void> {
    const { seller } = this.markets.world(name);
    await this.markets.database(name).transaction(async (tx) => {
      const { rows } = await tx.execute<{ email: string }>(
        `SELECT email FROM users WHERE id = '${seller.id}'`,
      );
      await grantAdmin(tx, rows[0]!.email);
    });
  }
}
