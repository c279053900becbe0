import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '#platform/shared/clock.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/create-http-server.ts';
import { firstIdAt } from '../new-id.ts';

/** The time between two searches. What no event has announced by the next one counts as lost: at most 4 seconds late. */
const INTERVAL_MS = 2_000;
/** How far a search looks back and ahead: longer than a statement takes, and than clocks differ. */
const SEARCH_RANGE_MS = 30_000;
/** The age up to which a row that appears is seen by two searches. */
export const FINDABLE_MS = SEARCH_RANGE_MS - 2 * INTERVAL_MS;
/** How long a source remembers what it has seen: longer than searches find it. */
export const SEEN_TTL_MS = 2 * SEARCH_RANGE_MS + 30_000;
/** Two searches see each row, up to 5,000 new ones a second: beyond that, a gap is reported. */
const MAX_ROWS = 20_000;

type IdRange = { from: string; to: string };

/** Rows that events announce. Their ids begin with the time (`newId`). */
export type LostEventSource = {
  name: string;
  /** Rows between two ids: `id`, and in `one` and `other` the users concerned, both null if everyone. */
  select: (range: IdRange) => SQL;
  isSeen: (id: string) => boolean;
  /** Delivers what events did not announce, in this process only. */
  recover: (ids: string[]) => Promise<void>;
};

type Row = { source: number; id: string; one: string | null; other: string | null };

type RowsBySource = Map<number, Row[]>;

/** The recipients for whom this process recovers events. */
type Audience = {
  /** Whether there is any recipient; without one there is nothing to recover. */
  isAnyone: () => boolean;
  includes: (userId: string) => boolean;
};

type Options = {
  database: Pick<Database, 'orm'>;
  clock: Clock;
  log: Logger;
  /** Events may have been lost that no search will find. */
  onGap: (since: Date) => void;
};

/** Makes good what the carrier loses without a sign: one statement every two seconds for all connected users. */
export class LostEventRecovery {
  readonly #options: Options;
  readonly #sources: LostEventSource[] = [];
  #audience: Audience | null = null;
  /** The start of listening in milliseconds. Earlier events were announced to other processes. */
  #listeningSince = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #unseen: Set<string>[] = [];
  #failedSince: Date | null = null;
  /** The start times of the two previous searches, the older first. */
  #startsBefore: [Date, Date];
  #recoveredCount = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#startsBefore = [options.clock.now(), options.clock.now()];
  }

  get recoveredCount(): number {
    return this.#recoveredCount;
  }

  /** Sources that are added later are recovered earlier: a read mark follows the message. */
  add(source: LostEventSource): void {
    this.#sources.unshift(source);
  }

  begin(audience: Audience): void {
    this.#audience = audience;
    this.#listeningSince = this.#options.clock.now().getTime();
    this.#timer ??= setInterval(() => void this.run(), INTERVAL_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#audience = null;
    await this.#running;
  }

  /** One search. Never throws. */
  run(): Promise<void> {
    this.#running ??= this.#search().finally(() => (this.#running = null));
    return this.#running;
  }

  async #search(): Promise<void> {
    const { clock, log, onGap } = this.#options;
    const startedAt = clock.now();
    const [before, last] = this.#startsBefore;
    if (this.#audience?.isAnyone() !== true) {
      this.#unseen = [];
      this.#failedSince = null;
      this.#startsBefore = [last, startedAt];
      return;
    }
    try {
      const rows = Map.groupBy(await this.#select(startedAt.getTime()), ({ source }) => source);
      await this.#recover(rows);
      const gap = this.#failedSince ?? (areLeftOut(rows, before) ? before : null);
      this.#failedSince = null;
      this.#startsBefore = [last, startedAt];
      if (gap !== null) onGap(gap);
    } catch (error) {
      if (this.#failedSince === null) log.warn({ err: error }, 'lost events cannot be looked for');
      this.#failedSince ??= startedAt;
    }
  }

  /** Leaves ids of the future, which a clock that was ahead has made, until their time comes. */
  async #select(now: number): Promise<Row[]> {
    // The clock may have been set back.
    this.#listeningSince = Math.min(this.#listeningSince, now);
    const range = {
      from: firstIdAt(new Date(Math.max(now - SEARCH_RANGE_MS, this.#listeningSince))),
      to: firstIdAt(new Date(now + SEARCH_RANGE_MS)),
    };
    const selects = this.#sources.map(
      ({ select }, source) =>
        sql`(SELECT ${source}::int AS source, id, one, other FROM (${select(range)}) rows ORDER BY id DESC LIMIT ${MAX_ROWS})`,
    );
    const { rows } = await this.#options.database.orm.execute<Row>(sql.join(selects, sql` UNION ALL `));
    return rows;
  }

  async #recover(bySource: RowsBySource): Promise<void> {
    for (const [index, source] of this.#sources.entries()) {
      const found = bySource.get(index) ?? [];
      const unseen = found.filter((row) => this.#concerns(row) && !source.isSeen(row.id));
      const before = this.#unseen[index];
      this.#unseen[index] = new Set(unseen.map(({ id }) => id));
      const lost = unseen.map(({ id }) => id).filter((id) => before?.has(id) === true);
      if (lost.length === 0) continue;
      this.#options.log.info({ source: source.name, count: lost.length }, 'lost events are made good');
      await source.recover(lost.toSorted());
      this.#recoveredCount += lost.length;
    }
  }

  #concerns({ one, other }: Row): boolean {
    if (one === null && other === null) return true;
    return [one, other].some((userId) => userId !== null && this.#audience?.includes(userId) === true);
  }
}

function areLeftOut(bySource: RowsBySource, since: Date): boolean {
  const from = firstIdAt(since);
  return [...bySource.values()].some(
    (rows) => rows.length === MAX_ROWS && rows.every(({ id }) => id >= from),
  );
}
