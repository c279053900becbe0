import { openSession } from '#platform/server/database/connection-config.ts';
import type { Database, DatabaseLog } from '#platform/server/database/database.ts';
import { marketAlone } from '#platform/server/market-services.ts';
import { hasControlSchema } from '#platform/server/markets/control/control-schema.ts';
import { openControlDirectory } from '#platform/server/markets/control/open-control-directory.ts';
import {
  createMemoryDirectory,
  type MarketChange,
  type MarketDirectory,
  toHostName,
} from '#platform/server/markets/market-directory.ts';
import { FIRST_MARKET } from '#platform/server/markets/market-identity.ts';
import { findRootSecret } from '#platform/server/secrets/root-secret.ts';
import type { Config } from '../config.ts';
import { ownHostNames } from '../http/open-http.ts';

/** Names that mean every address of the machine. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
const MACHINE_NAMES = ['localhost', '127.0.0.1', '::1'];

const LOOK_INTERVAL_MS = 1_000;

type Options = {
  config: Config;
  /** That of the installation. */
  database: Database;
  log: DatabaseLog;
  /** A second market was added while the installation was alone. Called before the directory names it. */
  onControl: (root: string, controlUrl: string) => Promise<void>;
};

/**
 * An installation alone is its own directory: one market, for all of its hosts. With the schema `control` that is
 * the directory, from the start or from the first request for a host that is not known.
 */
export class InstallationDirectory implements MarketDirectory {
  readonly #options: Options;
  readonly #hosts: readonly string[];
  readonly #listeners = new Set<(change: MarketChange) => void>();
  #current: MarketDirectory;
  #lookedAt = -Infinity;
  #looking: Promise<void> | null = null;
  #isControl = false;

  constructor(options: Options) {
    this.#options = options;
    const { config, database } = options;
    const own = ownHostNames(config).filter((host) => !ANY_ADDRESS.has(host));
    this.#hosts = [...new Set([...own.map(toHostName), ...MACHINE_NAMES])];
    this.#current = createMemoryDirectory([
      {
        number: FIRST_MARKET,
        name: marketAlone.name,
        state: 'active',
        reason: null,
        hosts: this.#hosts,
        cell: marketAlone.name,
        database: { url: database.url },
        settings: {},
        version: 0,
      },
    ]);
  }

  find = (host: string) => this.#current.find(host);
  get = (number: number) => this.#current.get(number);
  list = () => this.#current.list();
  ping = async () => this.#current.ping?.();

  subscribe(listener: (change: MarketChange) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Looks for a second market, at most once a second. Throws if its directory cannot be read. */
  look(): Promise<void> {
    const now = performance.now();
    if (this.#isControl || (this.#looking === null && now - this.#lookedAt < LOOK_INTERVAL_MS))
      return Promise.resolve();
    this.#lookedAt = now;
    this.#looking ??= this.#look().finally(() => (this.#looking = null));
    return this.#looking;
  }

  async close(): Promise<void> {
    await this.#looking?.catch(() => undefined);
    await this.#current.close();
    this.#listeners.clear();
  }

  async #look(): Promise<void> {
    const { config, database, log, onControl } = this.#options;
    const url = config.controlDatabaseUrl ?? database.directUrl;
    if (!(await this.#hasControl(url))) return;
    const root = await findRootSecret(database, config);
    if (root === undefined)
      throw new Error('There are several markets, and the secret of this installation is not known');
    await onControl(root, url);
    const { databaseDirectUrl: directUrl, databaseReplicaUrl: replicaUrl } = config;
    const addresses = { ...(directUrl && { directUrl }), ...(replicaUrl && { replicaUrl }) };
    const installation = { database: { url: database.url, ...addresses }, hosts: this.#hosts };
    const control = await openControlDirectory({ url, root, installation, log });
    this.#isControl = true;
    const alone = this.#current;
    this.#current = control;
    control.subscribe((change) => this.#announce(change));
    for (const entry of control.list()) this.#announce(entry);
    await alone.close();
  }

  async #hasControl(url: string): Promise<boolean> {
    const { config, database } = this.#options;
    if (config.controlDatabaseUrl === undefined) return hasControlSchema(database.pool);
    const session = await openSession(url, false);
    try {
      return await hasControlSchema(session);
    } finally {
      await session.end();
    }
  }

  #announce(change: MarketChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
