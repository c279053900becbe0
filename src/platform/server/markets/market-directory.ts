export type MarketState = 'creating' | 'active' | 'paused' | 'moving' | 'deleting';

/** A campus of this deployment: where it lies, and what it is called. */
export type MarketEntry = {
  /** Never changes, and is never used again. */
  number: number;
  name: string;
  state: MarketState;
  /** Why it is paused, in the operator's words. */
  reason: string | null;
  /** Lower case, without a port or a last dot; the main one first. */
  hosts: readonly string[];
  cell: string;
  database: { url: string; directUrl?: string; replicaUrl?: string };
  /** The market's part of the environment, by the names of `.env.example`. */
  settings: Readonly<Record<string, string>>;
  /** Grows with every change of the entry. */
  version: number;
};

export type MarketChange = MarketEntry | { number: number; removed: true };

/** The markets of a deployment, in memory. */
export interface MarketDirectory {
  /** `host`: as `toHostName` gives it. */
  find(host: string): MarketEntry | undefined;
  get(number: number): MarketEntry | undefined;
  /** In the order of their numbers. */
  list(): readonly MarketEntry[];
  /** Returns what ends it. */
  subscribe(listener: (change: MarketChange) => void): () => void;
  /** Throws if the database of the directory does not answer; the last copy serves meanwhile. */
  ping?(): Promise<void>;
  close(): Promise<void>;
}

/** The name in a `Host` header: lower case, without its port, brackets and last dot. */
export const toHostName = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');

export type MemoryDirectory = MarketDirectory & {
  /** Adds or replaces an entry. */
  set(entry: MarketEntry): void;
  remove(number: number): void;
};

/** A directory of these entries, for an installation alone and for tests. Throws if two have the same host. */
export function createMemoryDirectory(entries: readonly MarketEntry[]): MemoryDirectory {
  const byNumber = new Map<number, MarketEntry>();
  const byHost = new Map<string, MarketEntry>();
  const listeners = new Set<(change: MarketChange) => void>();
  const forget = (number: number) => {
    for (const host of byNumber.get(number)?.hosts ?? []) byHost.delete(host);
    byNumber.delete(number);
  };
  const put = (entry: MarketEntry) => {
    const taken = entry.hosts.find((host) => (byHost.get(host)?.number ?? entry.number) !== entry.number);
    if (taken !== undefined) throw new Error(`Two markets have the host ${taken}`);
    forget(entry.number);
    byNumber.set(entry.number, entry);
    for (const host of entry.hosts) byHost.set(host, entry);
  };
  const announce = (change: MarketChange) => {
    for (const listener of listeners) listener(change);
  };
  for (const entry of entries) put(entry);
  return {
    find: (host) => byHost.get(host),
    get: (number) => byNumber.get(number),
    list: () => [...byNumber.values()].toSorted((one, other) => one.number - other.number),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => listeners.clear(),
    set: (entry) => {
      put(entry);
      announce(entry);
    },
    remove: (number) => {
      forget(number);
      announce({ number, removed: true });
    },
  };
}
