import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { isSocket, openSession } from '../../database/connection-config.ts';
import type { DatabaseLog } from '../../database/database-log.ts';
import {
  createMemoryDirectory,
  type MarketDirectory,
  type MarketEntry,
  type MemoryDirectory,
} from '../market-directory.ts';
import { databasePassword } from '../market-keys.ts';
import { withParts } from '../market-urls.ts';
import { readEntries, type ReadEntriesOptions, type UnreadableMarket } from './read-entries.ts';

/** The role of the servers, which reads the directory and writes its leases. */
export const DIRECTORY_ROLE = 'bookswap_directory';
const CHANNEL = 'bookswap_markets';
/** What a lost notification costs. */
const LOOK_MS = 15_000;
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

export type ControlDirectoryOptions = ReadEntriesOptions & {
  /** The database of the schema `control`, past any pooler. Its role and password are replaced. */
  url: string;
  log: DatabaseLog;
  lookMs?: number;
};

/**
 * The markets in memory, as the schema `control` has them: changed by its notifications, and compared every 15
 * seconds. While the database is away, the last copy serves. Throws if it cannot be read at first.
 */
export async function openControlDirectory(options: ControlDirectoryOptions): Promise<MarketDirectory> {
  const directory = new ControlDirectory(options);
  await directory.open();
  return directory;
}

class ControlDirectory implements MarketDirectory {
  readonly #options: ControlDirectoryOptions;
  readonly #copy: MemoryDirectory = createMemoryDirectory([]);
  readonly #closing = new AbortController();
  #client: pg.Client | null = null;
  /** One reading at a time: an older answer never follows a newer one. */
  #reading: Promise<void> = Promise.resolve();

  constructor(options: ControlDirectoryOptions) {
    this.#options = options;
  }

  find = (host: string) => this.#copy.find(host);
  get = (number: number) => this.#copy.get(number);
  list = () => this.#copy.list();
  subscribe: MarketDirectory['subscribe'] = (listener) => this.#copy.subscribe(listener);

  async open(): Promise<void> {
    await this.#connect();
    void this.#look();
  }

  async ping(): Promise<void> {
    if (this.#client === null) throw new Error('The directory of the markets has no connection');
    await this.#client.query('SELECT 1');
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client?.end().catch(() => undefined);
    await this.#copy.close();
  }

  async #connect(): Promise<void> {
    const { url, root } = this.#options;
    const password = databasePassword(root, DIRECTORY_ROLE);
    const client = await openSession(withParts(url, { role: DIRECTORY_ROLE, password }), isSocket(url));
    client.on('end', () => this.#lose(client));
    client.on('error', () => this.#lose(client));
    client.on('notification', ({ payload }) => this.#read(client, [Number(payload)]));
    try {
      await client.query(`LISTEN ${CHANNEL}`);
      this.#client = client;
      await this.#compare(client);
    } catch (error) {
      this.#client = null;
      await client.end().catch(() => undefined);
      throw error;
    }
    if (this.#closing.signal.aborted) await client.end().catch(() => undefined);
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    if (this.#closing.signal.aborted) return;
    this.#options.log.warn({}, 'The directory of the markets lost its database; the last copy serves');
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#closing;
    for (let wait = FIRST_RETRY_MS; !signal.aborted; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
      try {
        await this.#connect();
        return;
      } catch {
        await delay(wait, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  async #look(): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      await delay(this.#options.lookMs ?? LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      const client = this.#client;
      if (client !== null) await this.#compare(client).catch(() => client.end());
    }
  }

  /** Reads the entries whose version differs: versions of transactions that run together come in any order. */
  async #compare(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ number: number; version: number }>(
      'SELECT number, version FROM control.markets WHERE deleted_at IS NULL',
    );
    const changed = rows.filter(({ number, version }) => this.get(number)?.version !== version);
    const there = new Set(rows.map(({ number }) => number));
    const gone = this.list().filter(({ number }) => !there.has(number));
    const numbers = [...changed, ...gone].map(({ number }) => number);
    if (numbers.length > 0) await this.#queue(client, numbers);
  }

  #read(client: pg.Client, numbers: number[]): void {
    // The look finds what fails here.
    this.#queue(client, numbers).catch((error: unknown) =>
      this.#options.log.warn({ err: error }, 'An entry of the directory could not be read'),
    );
  }

  #queue(client: pg.Client, numbers: number[]): Promise<void> {
    const reading = this.#reading.catch(() => undefined).then(() => this.#replace(client, numbers));
    this.#reading = reading;
    return reading;
  }

  async #replace(client: pg.Client, numbers: number[]): Promise<void> {
    const kept: MarketEntry[] = [];
    const onUnreadable = (market: UnreadableMarket) => kept.push(...this.#keep(market));
    const read = await readEntries(client, numbers, { ...this.#options, onUnreadable });
    // The others may have its hosts now.
    const entries = [...kept, ...read];
    const found = new Set(entries.map(({ number }) => number));
    for (const number of numbers) if (!found.has(number) && this.get(number)) this.#copy.remove(number);
    for (const entry of entries) if (this.get(entry.number)?.version !== entry.version) this.#put(entry);
  }

  /** The former entry in its state of now, unless the market lies elsewhere now. */
  #keep({ number, state, reason, cell, version, error }: UnreadableMarket): MarketEntry[] {
    const former = this.get(number);
    const isKept = former?.cell === cell;
    this.#options.log.error(
      { err: error, market: number },
      isKept
        ? 'The entry of a market cannot be read; its former settings stay'
        : 'The entry of a market cannot be read; it is left out',
    );
    return isKept ? [{ ...former, state, reason, version }] : [];
  }

  /** A host may pass from one market to another, whose own change comes next. */
  #put(entry: MarketEntry): void {
    for (const host of entry.hosts) {
      const former = this.find(host);
      if (former !== undefined && former.number !== entry.number) this.#copy.remove(former.number);
    }
    this.#copy.set(entry);
  }
}
