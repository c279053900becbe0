/** Writes to a market as its servers do: where the directory says, and not while it moves. */
import { setTimeout as pause } from 'node:timers/promises';
import type { MarketDirectory } from '#platform/server/markets/market-directory.ts';
import { queryUrl } from './test-deployment.ts';

export type MarketWriter = {
  /** The names of the rows that the database has acknowledged. */
  readonly written: string[];
  readonly longestWaitMs: number;
  stop(): Promise<void>;
};

const BETWEEN_MS = 20;

export function startMarketWriter(directory: MarketDirectory, number: number): MarketWriter {
  const written: string[] = [];
  const ending = new AbortController();
  let longestWaitMs = 0;
  let last = performance.now();
  const write = async () => {
    for (let count = 0; !ending.signal.aborted; count += 1) {
      await pause(BETWEEN_MS);
      const market = directory.get(number);
      if (market?.state !== 'active') continue;
      const row = `row-${String(count).padStart(6, '0')}`;
      try {
        await queryUrl(market.database.url, 'INSERT INTO installation_state VALUES ($1, $1, now())', [row]);
      } catch {
        // Not acknowledged: it may be there or not.
        continue;
      }
      written.push(row);
      longestWaitMs = Math.max(longestWaitMs, performance.now() - last);
      last = performance.now();
    }
  };
  const writing = write();
  return {
    written,
    get longestWaitMs() {
      return longestWaitMs;
    },
    stop: async () => {
      ending.abort();
      await writing;
    },
  };
}
