import type { Client } from 'pg';
import { withTimeout } from '#platform/server/concurrency/with-timeout.ts';
import { isSocket, openSession } from '#platform/server/database/connection-config.ts';
import type { MarketEntry } from '#platform/server/markets/market-directory.ts';
import { databasePassword } from '#platform/server/markets/market-keys.ts';
import { withParts } from '#platform/server/markets/market-urls.ts';
import { CELL_ROLE } from '#platform/server/markets/provisioning/roles.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';

/** What operators may know of a market: numbers. */
export type Usage = {
  students: number;
  listings: number;
  /** Open for more than 48 hours. */
  lateCases: number;
  /** Of the database and the photos. */
  bytes: number;
  lastBackup: Date | null;
};

const LATE_MS = 48 * HOUR_MS;
const LATE_BACKUP_MS = 2 * DAY_MS;
const KEPT_MS = MINUTE_MS;
const CONNECT_TIMEOUT_MS = 2_000;
const COUNT_TIMEOUT_MS = 3_000;
/** Markets of one cell that are counted at a time. */
const BATCH_SIZE = 8;

/** Of a market whose database answers; before its first backup since it was created. */
export function isBackupLate(usage: Usage | null, createdAt: Date | undefined, now: Date): boolean {
  const since = usage?.lastBackup ?? createdAt;
  return usage !== null && since !== undefined && now.getTime() - since.getTime() > LATE_BACKUP_MS;
}

type UsageReport = {
  /** By market. Null: its database does not answer. */
  markets: ReadonlyMap<number, Usage | null>;
  /** Those whose server does not answer. */
  lostCells: ReadonlySet<string>;
};

export type UsageReader = (entries: readonly MarketEntry[]) => Promise<UsageReport>;

/** Counts in each market's database with the servers' role, which may do nothing else. Counts are cached for a minute. */
export function createUsageReader({ root, clock }: { root: string; clock: Clock }): UsageReader {
  const kept = new Map<number, { at: number; usage: Usage }>();
  const read = async (entry: MarketEntry, lostCells: Set<string>): Promise<Usage | null> => {
    const now = clock.now();
    const known = kept.get(entry.number);
    if (known !== undefined && now.getTime() - known.at < KEPT_MS) return known.usage;
    // The other markets of a lost cell need not be waited for.
    if (lostCells.has(entry.cell)) return null;
    try {
      const usage = await askMarket(entry, root, now);
      kept.set(entry.number, { at: now.getTime(), usage });
      return usage;
    } catch (error) {
      if (error instanceof NoServerError) lostCells.add(entry.cell);
      return null;
    }
  };
  return async (entries) => {
    const lostCells = new Set<string>();
    const found = new Map<number, Usage | null>();
    const readAll = async (waiting: MarketEntry[]) => {
      const work = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          found.set(next.number, next.state === 'creating' ? null : await read(next, lostCells));
      };
      await Promise.all(Array.from({ length: BATCH_SIZE }, work));
    };
    // A cell that does not answer delays no other one.
    const cells = Map.groupBy(entries, ({ cell }) => cell);
    await Promise.all([...cells.values()].map((ofCell) => readAll([...ofCell])));
    return { markets: found, lostCells };
  };
}

/** The server of a cell takes no connection. One that refuses a sign-in does answer. */
class NoServerError extends Error {}

/** Throws NoServerError, or if the market's own database does not answer or lacks the function. */
async function askMarket({ database }: MarketEntry, root: string, now: Date): Promise<Usage> {
  const url = database.directUrl ?? database.url;
  const session = await connect(
    withParts(url, { role: CELL_ROLE, password: databasePassword(root, CELL_ROLE) }),
  );
  try {
    const counting = session.query<Usage>(
      `SELECT students, listings, late_cases AS "lateCases", bytes, last_backup AS "lastBackup" FROM operator.usage($1)`,
      [new Date(now.getTime() - LATE_MS)],
    );
    const { rows } = await withTimeout(counting, COUNT_TIMEOUT_MS);
    return rows[0]!;
  } finally {
    void session.end().catch(() => undefined);
  }
}

async function connect(url: string): Promise<Client> {
  const opening = openSession(url, isSocket(url));
  try {
    return await withTimeout(opening, CONNECT_TIMEOUT_MS);
  } catch (error) {
    // It may open later.
    void opening.then((session) => session.end()).catch(() => undefined);
    const { code } = error as { code?: string };
    throw code === undefined || SYSTEM_ERROR.test(code) ? new NoServerError('', { cause: error }) : error;
  }
}

const SYSTEM_ERROR = /^E[A-Z]+$/;
