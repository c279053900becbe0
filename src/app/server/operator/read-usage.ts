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
const TIMEOUT_MS = 3_000;
const AT_ONCE = 8;

/** Of a market whose database answers; before its first backup since it was created. */
export function isBackupLate(usage: Usage | null, createdAt: Date | undefined, now: Date): boolean {
  const since = usage?.lastBackup ?? createdAt;
  return usage !== null && since !== undefined && now.getTime() - since.getTime() > LATE_BACKUP_MS;
}

export type UsageReader = (entries: readonly MarketEntry[]) => Promise<ReadonlyMap<number, Usage | null>>;

/** Asks each market's database as the servers' role, which may only count. Null: it does not answer. Kept for a minute. */
export function createUsageReader({ root, clock }: { root: string; clock: Clock }): UsageReader {
  const kept = new Map<number, { at: number; usage: Usage }>();
  const read = async (entry: MarketEntry, lost: Set<string>): Promise<Usage | null> => {
    const now = clock.now();
    const known = kept.get(entry.number);
    if (known !== undefined && now.getTime() - known.at < KEPT_MS) return known.usage;
    // The other markets of a lost cell need not be waited for.
    if (lost.has(entry.cell)) return null;
    try {
      const usage = await withTimeout(askMarket(entry, root, now), TIMEOUT_MS);
      kept.set(entry.number, { at: now.getTime(), usage });
      return usage;
    } catch (error) {
      if ((error as { code?: string }).code === undefined || isLost(error)) lost.add(entry.cell);
      return null;
    }
  };
  return async (entries) => {
    const waiting = [...entries];
    const found = new Map<number, Usage | null>();
    const lost = new Set<string>();
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        found.set(next.number, next.state === 'creating' ? null : await read(next, lost));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return found;
  };
}

/** No database answers, other than one that refuses. */
const isLost = (error: unknown): boolean => /^E[A-Z]+$/.test((error as { code: string }).code);

/** Throws if the database of the market does not answer, or lacks the function. */
async function askMarket({ database }: MarketEntry, root: string, now: Date): Promise<Usage> {
  const url = database.directUrl ?? database.url;
  const session = await openSession(
    withParts(url, { role: CELL_ROLE, password: databasePassword(root, CELL_ROLE) }),
    isSocket(url),
  );
  try {
    const { rows } = await session.query<Usage>(
      `SELECT students, listings, late_cases AS "lateCases", bytes, last_backup AS "lastBackup" FROM operator.usage($1)`,
      [new Date(now.getTime() - LATE_MS)],
    );
    return rows[0]!;
  } finally {
    await session.end().catch(() => undefined);
  }
}
