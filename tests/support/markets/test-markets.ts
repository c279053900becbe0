import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#app/server/config.ts';
import { createEdge, type Edge, type EdgeOptions } from '#app/server/edge/create-edge.ts';
import { createProcessServices, type ProcessServices } from '#app/server/process/process-services.ts';
import {
  createMemoryDirectory,
  type MarketEntry,
  type MemoryDirectory,
} from '#platform/server/markets/market-directory.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { freePort } from '../server/free-port.ts';
import { TestApp } from '../server/test-app.ts';
import { TestClock } from '../server/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../server/test-database.ts';
import { TestWorld } from '../server/test-world.ts';
import { canPool, MarketPooler } from './market-pooler.ts';

type Options = Partial<Pick<EdgeOptions, 'pages' | 'slots' | 'app' | 'cellPartsOf' | 'logStream'>> & {
  variables?: Record<string, string>;
  settings?: Record<string, string>;
  /** Through PgBouncer in transaction mode, where this machine has it and the server is an external one. */
  isPooled?: boolean;
  /** Called before a market is opened. */
  onDirectory?: (directory: MemoryDirectory) => void;
};

/** Of both, so that nothing but the market tells their tokens and links apart. */
const SECRET_KEY = 'the same secret for all markets of a test';

/**
 * Several markets behind one edge, each with its own database, with one clock and one secret. Market n has the
 * address 127.0.0.(n + 1), which clients of HTTP reach without a name server.
 */
export class TestMarkets {
  readonly edge: Edge;
  readonly directory: MemoryDirectory;
  readonly services: ProcessServices;
  readonly clock: TestClock;
  /** Undefined without one. */
  readonly pooler: MarketPooler | undefined;
  readonly #databases: TestDatabase[];
  readonly #port: number;
  readonly #dataDir: string;
  readonly #worlds = new Map<string, TestWorld>();

  private constructor(
    given: Pick<TestMarkets, 'edge' | 'directory' | 'services' | 'clock' | 'pooler'>,
    own: { databases: TestDatabase[]; port: number; dataDir: string },
  ) {
    this.edge = given.edge;
    this.directory = given.directory;
    this.services = given.services;
    this.clock = given.clock;
    this.pooler = given.pooler;
    this.#databases = own.databases;
    this.#port = own.port;
    this.#dataDir = own.dataDir;
  }

  /** The edge listens; no market is open yet. */
  static async start(names: readonly string[], options: Options = {}): Promise<TestMarkets> {
    const { variables = {}, settings = {}, isPooled = false, onDirectory, ...rest } = options;
    const clock = new TestClock();
    const dataDir = mkdtempSync(join(tmpdir(), 'bookswap-markets-'));
    const port = await freePort();
    const all = { HOST: '0.0.0.0', PORT: String(port), ISBN_LOOKUP: 'off', LOG_LEVEL: 'fatal', ...variables };
    const databases: TestDatabase[] = [];
    for (const _ of names) databases.push(await createTestDatabase({ own: true }));
    const pooler = isPooled && canPool() ? await MarketPooler.start(databases[0]!) : undefined;
    const places: MarketEntry['database'][] = [];
    for (const database of databases) places.push((await pooler?.open(database)) ?? { url: database.url });
    const entries = names.map((name, index): MarketEntry => {
      const number = index + 1;
      const place = places[index]!;
      const host = hostOf(number);
      return {
        number,
        name,
        state: 'active',
        reason: null,
        hosts: [host, `${name}.example`],
        cell: 'main',
        database: place,
        settings: {
          CAMPUS_NAME: `${name} campus`,
          PUBLIC_URL: `http://${host}:${port}`,
          SECRET_KEY,
          DATA_DIR: join(dataDir, `m${number}`),
          DATABASE_URL: place.url,
          ...(place.directUrl !== undefined && { DATABASE_DIRECT_URL: place.directUrl }),
          DEMO: '0',
          ...settings,
        },
        version: 1,
      };
    });
    const directory = createMemoryDirectory(entries);
    onDirectory?.(directory);
    const services = createProcessServices();
    const edge = await createEdge({
      config: readConfig({ ...all, DATA_DIR: dataDir }),
      variables: all,
      directory,
      services,
      clock,
      database: { log: createRecordingLog() },
      databaseOf: () => undefined,
      ...rest,
      app: { checkResponses: true, unlimited: true, hashing: { N: 256 }, ...rest.app },
    });
    await edge.listen();
    return new TestMarkets({ edge, directory, services, clock, pooler }, { databases, port, dataDir });
  }

  /** The same, with a seller and a buyer in each market. */
  static async open(names: readonly string[], options: Options = {}): Promise<TestMarkets> {
    const markets = await TestMarkets.start(names, options);
    for (const name of names) markets.#worlds.set(name, await TestWorld.of(await markets.appOf(name)));
    return markets;
  }

  entry(name: string): MarketEntry {
    return this.directory.list().find((entry) => entry.name === name)!;
  }

  /** Changes the entry as a command of the operator would. */
  change(name: string, changes: Partial<MarketEntry>): void {
    const entry = this.entry(name);
    this.directory.set({ ...entry, ...changes, version: entry.version + 1 });
  }

  world(name: string): TestWorld {
    return this.#worlds.get(name)!;
  }

  addressOf = (name: string): string => `http://${this.entry(name).hosts[0]}:${this.#port}`;

  database = (name: string): TestDatabase => this.#databases[this.entry(name).number - 1]!;

  isOpen = (name: string): boolean =>
    this.edge.markets.list().some(({ number }) => number === this.entry(name).number);

  /** The app of the market, which this opens. */
  async appOf(name: string): Promise<TestApp> {
    const { app } = await this.edge.markets.get(this.entry(name).number);
    // Tests run due jobs explicitly.
    app.context.jobs.stopSchedule();
    return TestApp.at(this.addressOf(name), { app, database: this.database(name), clock: this.clock });
  }

  async stop(): Promise<void> {
    await this.edge.close();
    await this.services.close();
    await this.pooler?.stop();
    await Promise.all(this.#databases.map((database) => database.close()));
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

const hostOf = (number: number) => `127.0.0.${number + 1}`;
