import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '#platform/shared/clock.ts';
import type { Database } from '../database/database.ts';
import { firstIdAt, newId } from '../new-id.ts';
import type { ServerContext } from '../server-context.ts';
import { defineTopic, type EventBus } from './event-bus.ts';
import { RecentKeys } from './recent-keys.ts';
import { FINDABLE_MS, SEEN_TTL_MS, LostEventRecovery, type LostEventSource } from './recover-lost-events.ts';
import { recentEvents } from './table.ts';

/** Longer than any search for lost events looks back. */
const EVENT_TTL_MS = 120_000;
/** The most waiting events. Further ones are not stored, so that they do not pile up behind a slow database. */
const MAX_WAITING = 10_000;
const MAX_PER_STATEMENT = 500;

type StoredEvent = { topic: string; payload: unknown };
type Waiting = StoredEvent & {
  id: string;
  at: Date;
  resolve: () => void;
  reject: (error: unknown) => void;
};

type StoreContext = Pick<ServerContext, 'database' | 'clock' | 'log' | 'jobs'>;

function isOutdated(now: Date): SQL {
  const [from, to] = [-EVENT_TTL_MS, EVENT_TTL_MS].map((ms) => firstIdAt(new Date(now.getTime() + ms)));
  return sql`(id < ${from}::uuid OR id >= ${to}::uuid)`;
}

const selectOutdated = (now: Date): SQL => sql`SELECT FROM ${recentEvents} WHERE ${isOutdated(now)}`;

const selectNextOutdated = (now: Date): SQL =>
  sql`SELECT ${new Date(now.getTime() + EVENT_TTL_MS)}::timestamptz WHERE EXISTS (SELECT FROM ${recentEvents})`;

/** `onGap`: events may be lost that are not stored. */
export async function openEventStore(
  { database, clock, log, jobs }: StoreContext,
  onGap: (since: Date) => void,
): Promise<{ store: EventStore; recovery: LostEventRecovery }> {
  const store = new EventStore(database, clock);
  await jobs.schedule('purge-recent-events', '* * * * *', () => store.purge(clock.now()), {
    due: selectOutdated,
    nextDue: selectNextOutdated,
  });
  return { store, recovery: new LostEventRecovery({ database, clock, log, onGap }) };
}

export class EventStore {
  readonly #database: Pick<Database, 'pool' | 'orm'>;
  readonly #clock: Clock;
  readonly #seen: RecentKeys;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;

  constructor(database: Pick<Database, 'pool' | 'orm'>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#seen = new RecentKeys(clock, SEEN_TTL_MS);
  }

  markSeen(id: string): boolean {
    return this.#seen.add(id);
  }

  /** Stores an event of this process. `stored` rejects if no process will find it. */
  append(event: StoredEvent, at: Date): { id: string; stored: Promise<void> } {
    const id = newId(at);
    this.#seen.add(id);
    if (this.#waiting.length >= MAX_WAITING)
      return { id, stored: Promise.reject(new Error('Too many events wait to be stored')) };
    const { promise: stored, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ ...event, id, at, resolve, reject });
    this.#write();
    return { id, stored };
  }

  /** Finds the stored events that were not seen, and delivers them. */
  source(bus: Pick<EventBus, 'deliver'>): LostEventSource {
    return {
      name: 'events',
      select: ({ from, to }) =>
        sql`SELECT id, NULL::uuid AS one, NULL::uuid AS other FROM ${recentEvents} WHERE id >= ${from}::uuid AND id < ${to}::uuid`,
      isSeen: (id) => this.#seen.has(id),
      recover: async (ids) => {
        const { rows } = await this.#database.pool.query<StoredEvent & { id: string }>(
          'SELECT id, topic, payload FROM recent_events WHERE id = ANY($1::uuid[]) ORDER BY id',
          [ids],
        );
        for (const { id, topic, payload } of rows)
          if (this.markSeen(id)) bus.deliver(defineTopic(topic), payload);
      },
    };
  }

  /** Deletes events of more than two minutes ago, and those of a clock that was ahead. */
  async purge(now: Date): Promise<void> {
    await this.#database.orm.execute(sql`DELETE FROM ${recentEvents} WHERE ${isOutdated(now)}`);
  }

  async close(): Promise<void> {
    await this.#writing;
  }

  #write(): void {
    this.#writing ??= this.#writeWaiting().finally(() => {
      this.#writing = null;
      // Added by who was waiting for the last one.
      if (this.#waiting.length > 0) this.#write();
    });
  }

  /** One statement at a time, with all that came meanwhile. */
  async #writeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_PER_STATEMENT);
      try {
        await this.#database.pool.query(
          `INSERT INTO recent_events (id, topic, payload)
            SELECT id, topic, payload::jsonb FROM unnest($1::uuid[], $2::text[], $3::text[]) AS event (id, topic, payload)`,
          [
            batch.map(({ id }) => id),
            batch.map(({ topic }) => topic),
            batch.map(({ payload }) => JSON.stringify(payload)),
          ],
        );
        const oldest = this.#clock.now().getTime() - FINDABLE_MS;
        for (const { at, resolve, reject } of batch) {
          if (at.getTime() >= oldest) resolve();
          else reject(new Error('The event was stored too late'));
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
  }
}
