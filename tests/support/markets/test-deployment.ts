/** An installation that has run once, on its own server, and the commands on its markets. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { withDeployment } from '#app/cli/markets/deployment.ts';
import { runMarkets } from '#app/cli/markets/run-markets.ts';
import { MIGRATIONS } from '#app/cli/product-version.ts';
import { type Config, readConfig } from '#app/server/config.ts';
import { createApp } from '#app/server/create-app.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { type Installation, readEntries } from '#platform/server/markets/control/read-entries.ts';
import { withParts } from '#platform/server/markets/market-urls.ts';
import type { PostgresNode } from '../postgresql/postgres-node.ts';
import { memoryDirectory } from '../server/memory-directory.ts';
import { startPostgres } from '../server/postgres-cluster.ts';
import { TestClock } from '../server/test-clock.ts';

export const TEST_SECRET_KEY = 'the secret of the deployment, long enough';
const PASSWORD = 'of-the-installation';
const silent = { debug() {}, info() {}, warn() {}, error() {} };

type RunOptions = Parameters<typeof runMarkets>[2];

/** An external server, on which every role but the superuser needs its password. */
export async function startCell(settings: Record<string, string> = {}): Promise<PostgresNode> {
  const file = join(mkdtempSync(join(memoryDirectory(), 'bookswap-hba-')), 'pg_hba.conf');
  const hosts = ['all', 'replication'].flatMap((database) => [
    `host ${database} postgres 127.0.0.1/32 trust`,
    `host ${database} all 127.0.0.1/32 scram-sha-256`,
  ]);
  writeFileSync(file, `${hosts.join('\n')}\n`, { mode: 0o644 });
  chmodSync(join(file, '..'), 0o755);
  return startPostgres({ settings: { hba_file: file, ...settings } });
}

export class TestDeployment {
  readonly clock = new TestClock();
  readonly variables: Record<string, string>;
  readonly #database: Database;
  readonly #stop: () => Promise<void>;
  /** What the commands have said. */
  said: string[] = [];

  private constructor(variables: Record<string, string>, database: Database, stop: () => Promise<void>) {
    this.variables = variables;
    this.#database = database;
    this.#stop = stop;
  }

  /** On the embedded server, or with `TEST_DATABASE_ENGINE=external` on an external one. */
  static async start(cell?: PostgresNode): Promise<TestDeployment> {
    const dataDir = mkdtempSync(join(memoryDirectory(), 'bookswap-deployment-'));
    const variables: Record<string, string> = { DATA_DIR: dataDir, DEMO: '0', ISBN_LOOKUP: 'off' };
    const isExternal = cell !== undefined || process.env['TEST_DATABASE_ENGINE'] === 'external';
    const node = isExternal ? (cell ?? (await startCell())) : undefined;
    if (node !== undefined) Object.assign(variables, await createInstallation(node));
    const config = readConfig(variables);
    const database = await openDatabase({ url: config.databaseUrl, dataDir, log: silent });
    await migrateDatabase(database, { folder: MIGRATIONS, log: silent });
    await runOnce(config, database);
    return new TestDeployment(variables, database, async () => {
      await database.close();
      await node?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  get adminUrl(): string {
    return this.variables['DATABASE_ADMIN_URL'] ?? withParts(this.#database.url, { role: 'postgres' });
  }

  /** Runs a command on markets, and returns its exit code. */
  run(args: string[], options: RunOptions = {}): Promise<number> {
    return runMarkets(args, this.variables, {
      say: (text) => void this.said.push(text),
      now: () => this.clock.now(),
      ...options,
    });
  }

  /** Runs a command that is interrupted before or after the work of a step. */
  async interrupt(args: string[], step: string, moment: 'before' | 'after'): Promise<void> {
    const atStep = async (name: string, when: string) => {
      if (name === step && when === moment) throw new Error(`interrupted ${moment} ${step}`);
    };
    await this.run(args, { atStep }).then(
      () => Promise.reject(new Error(`${step} was not reached`)),
      (error: Error) => {
        if (error.message !== `interrupted ${moment} ${step}`) throw error;
      },
    );
  }

  /** As the servers see it. */
  async entries() {
    return withDeployment(readConfig(this.variables), ({ control, root, installation }) =>
      readEntries(control, null, { root, installation }),
    );
  }

  async entry(name: string) {
    const found = (await this.entries()).find((entry) => entry.name === name);
    if (found === undefined) throw new Error(`There is no market ${name}`);
    return found;
  }

  get installation(): Installation {
    return { database: { url: this.#database.url }, hosts: ['localhost'] };
  }

  /** As the superuser. */
  query(database: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return queryUrl(withParts(this.adminUrl, { database }), text, values);
  }

  control(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return this.query('bookswap', text, values);
  }
}

export async function queryUrl(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url, ssl: false });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function createInstallation(node: PostgresNode): Promise<Record<string, string>> {
  await node.query(`CREATE ROLE bookswap LOGIN PASSWORD '${PASSWORD}'`);
  await node.query('CREATE DATABASE bookswap OWNER bookswap');
  return {
    DATABASE_URL: withParts(node.urlOf('bookswap'), { role: 'bookswap', password: PASSWORD }),
    DATABASE_ADMIN_URL: node.url,
    SECRET_KEY: TEST_SECRET_KEY,
  };
}

/** The first start makes the keys of the installation. */
async function runOnce(config: Config, database: Database): Promise<void> {
  const app = await createApp({ config, database });
  await app.close();
}
