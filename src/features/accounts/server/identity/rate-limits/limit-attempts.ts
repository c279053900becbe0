import { and, gt, inArray, sql } from 'drizzle-orm';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { identityRateLimits } from '../table.ts';
import type { AttemptLimit } from './attempt-limits.ts';

/** An attempt that has been counted. */
export type Attempt = {
  /** Takes it back: the password was not compared. */
  giveBack(): Promise<void>;
  /** The password was correct. */
  forgive(): Promise<void>;
};

type CounterContext = Pick<ServerContext, 'database' | 'clock' | 'secrets'>;

/** Counts attempts in the database, so that all processes share them. The keys are hashed. */
export class AttemptCounter {
  readonly #context: CounterContext;

  constructor(context: CounterContext) {
    this.#context = context;
  }

  /** Throws 'too-many-requests' if a limit is reached. Counts nothing. */
  async check(limits: AttemptLimit[]): Promise<void> {
    const { database, clock } = this.#context;
    const now = clock.now();
    const keys = limits.flatMap(withBeyond).map((limit) => this.#keyOf(limit));
    const rows = await database.orm
      .select()
      .from(identityRateLimits)
      .where(and(inArray(identityRateLimits.key, keys), gt(identityRateLimits.resetsAt, now)));
    for (const limit of limits) {
      const reached = withBeyond(limit).map((one) =>
        rows.find(
          ({ key, attempts, resetsAt }) =>
            key === this.#keyOf(one) && attempts >= one.points && resetsAt <= latestEnd(one, now),
        ),
      );
      if (reached.every((row) => row !== undefined)) throw tooMany(reached.at(-1)!.resetsAt, now);
    }
  }

  /** Counts an event for `check`: for each limit, and for the one beyond it once it is reached. */
  async record(limits: AttemptLimit[]): Promise<void> {
    const now = this.#context.clock.now();
    for (const limit of limits)
      for (const one of withBeyond(limit)) if ((await this.#add(one, now)).attempts <= one.points) break;
  }

  /** Counts an attempt. Throws 'too-many-requests' with the seconds until the window ends. */
  async begin(limits: AttemptLimit[]): Promise<Attempt> {
    const now = this.#context.clock.now();
    const counted: AttemptLimit[] = [];
    try {
      for (const limit of limits) counted.push(await this.#count(limit, now));
    } catch (error) {
      await this.#giveBack(counted);
      throw error;
    }
    return {
      giveBack: () => this.#giveBack(counted),
      forgive: () => this.#forgive(counted),
    };
  }

  /** Counts an attempt as `begin` does. Undefined if a limit is reached. */
  async tryBegin(limits: AttemptLimit[]): Promise<Attempt | undefined> {
    return this.begin(limits).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === 'too-many-requests') return undefined;
      throw error;
    });
  }

  #keyOf(limit: AttemptLimit): string {
    return this.#context.secrets.sign('identity-attempts', `${limit.name} ${limit.key}`);
  }

  async #add(limit: AttemptLimit, now: Date) {
    const { resetsAt } = identityRateLimits;
    const over = sql`(${resetsAt} <= ${now} or ${resetsAt} > ${latestEnd(limit, now)})`;
    const [row] = await this.#context.database.orm
      .insert(identityRateLimits)
      .values({ key: this.#keyOf(limit), attempts: 1, resetsAt: new Date(now.getTime() + limit.durationMs) })
      .onConflictDoUpdate({
        target: identityRateLimits.key,
        set: {
          attempts: sql`case when ${over} then 1 else ${identityRateLimits.attempts} + 1 end`,
          resetsAt: sql`case when ${over} then excluded.resets_at else ${identityRateLimits.resetsAt} end`,
        },
      })
      .returning();
    return row!;
  }

  /** Counts for the first limit that is not reached: this one, or the one beyond it. Returns that limit. */
  async #count(limit: AttemptLimit, now: Date): Promise<AttemptLimit> {
    const { attempts, resetsAt } = await this.#add(limit, now);
    if (attempts <= limit.points) return limit;
    if (limit.beyond !== undefined) return this.#count(limit.beyond, now);
    throw tooMany(resetsAt, now);
  }

  async #giveBack(limits: AttemptLimit[]): Promise<void> {
    if (limits.length === 0) return;
    await this.#context.database.orm
      .update(identityRateLimits)
      .set({ attempts: sql`greatest(${identityRateLimits.attempts} - 1, 0)` })
      .where(
        inArray(
          identityRateLimits.key,
          limits.map((limit) => this.#keyOf(limit)),
        ),
      );
  }

  async #forgive(counted: AttemptLimit[]): Promise<void> {
    await this.#giveBack(counted.filter((limit) => !limit.forgiven));
    const forgiven = counted.filter((limit) => limit.forgiven).map((limit) => this.#keyOf(limit));
    await this.#context.database.orm
      .delete(identityRateLimits)
      .where(inArray(identityRateLimits.key, forgiven));
  }
}

/** Between the clocks of two processes. */
const MAX_CLOCK_DIFFERENCE_MS = MINUTE_MS;

/** A later end is of a clock that was set back since: nobody stays locked out until then. */
const latestEnd = ({ durationMs }: AttemptLimit, now: Date) =>
  new Date(now.getTime() + durationMs + MAX_CLOCK_DIFFERENCE_MS);

/** The limit, and those that apply one after the other once it is reached. */
const withBeyond = (limit: AttemptLimit): AttemptLimit[] => [
  limit,
  ...(limit.beyond === undefined ? [] : withBeyond(limit.beyond)),
];

function tooMany(until: Date, now: Date): Error {
  return commonProblem('too-many-requests', {
    detail: 'Too many attempts. Please try again later.',
    retryAfter: (until.getTime() - now.getTime()) / 1000,
  });
}
