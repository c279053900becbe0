import type { AdminAction } from '#features/audit/rules.ts';
import { type AuditCount, countAuditDetail, countAuditEntries } from '#features/audit/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';

const counted = [
  'report-received',
  'notice-received',
  'measure-taken',
  'appeal-received',
  'appeal-decided',
] as const satisfies AdminAction[];
const decided = ['case-closed', 'appeal-decided'] as const satisfies AdminAction[];
const details = ['reason', 'source', 'outcome'] as const;

export type Count = AuditCount<(typeof details)[number]>;
/** How often a decision took so many hours. */
export type Hours = { year: number; value: number; count: number };
type Counts = { entries: readonly Count[]; hours: readonly Hours[] };

type Kept = Counts & { until: Date | null };

/**
 * Counts the audit log for the public numbers. Its entries never change, so those before yesterday are counted once
 * by a process; a request counts what came since.
 */
export class KeptCounts {
  readonly #context: Pick<ServerContext, 'database' | 'clock'>;
  #kept: Promise<Kept> = Promise.resolve({ entries: [], hours: [], until: null });

  constructor(context: Pick<ServerContext, 'database' | 'clock'>) {
    this.#context = context;
  }

  async read(): Promise<Counts> {
    const kept = await this.#keep();
    return join(kept, await this.#count(kept.until, null));
  }

  /** Counts to the end of the day before yesterday: no transaction still runs that writes an entry of that time. */
  async #keep(): Promise<Kept> {
    const now = this.#context.clock.now().getTime();
    const until = new Date(Math.floor(now / DAY_MS) * DAY_MS - DAY_MS);
    const before = this.#kept;
    const kept = await before;
    if (kept.until !== null && kept.until >= until) return kept;
    // Requests that come meanwhile wait for the same count.
    if (this.#kept === before) {
      this.#kept = this.#count(kept.until, until).then((since) => ({ ...join(kept, since), until }));
      this.#kept.catch(() => (this.#kept = before));
    }
    return this.#kept;
  }

  async #count(from: Date | null, until: Date | null): Promise<Counts> {
    const { orm } = this.#context.database;
    const entries = await countAuditEntries(orm, { actions: counted, from, until }, details);
    return { entries, hours: await countAuditDetail(orm, { actions: decided, from, until }, 'hours') };
  }
}

const join = (one: Counts, other: Counts): Counts => ({
  entries: sum([...one.entries, ...other.entries], ({ count: _count, ...key }) => key),
  hours: sum([...one.hours, ...other.hours], ({ year, value }) => ({ year, value })),
});

/** One row for each key, so that what is kept does not grow with the days. */
function sum<Row extends { count: number }>(rows: readonly Row[], keyOf: (row: Row) => object): Row[] {
  const found = new Map<string, Row>();
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row));
    found.set(key, { ...row, count: row.count + (found.get(key)?.count ?? 0) });
  }
  return [...found.values()];
}
