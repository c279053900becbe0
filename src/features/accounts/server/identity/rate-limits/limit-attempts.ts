import { and, gt, inArray, sql } from 'drizzle-orm';
import { toIpNetworks } from '#platform/server/http/ip-network.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { textToken } from '#platform/shared/texts/t.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { identityRateLimits } from '../../table.ts';
import {
  type AttemptLimit,
  type AttemptLimitName,
  attemptLimits,
  type AttemptValues,
} from './attempt-limits.ts';

export type Attempt = {
  /** Takes it back: the password was not compared. */
  giveBack(): Promise<void>;
  /** The password was correct. */
  forgive(): Promise<void>;
};

type CounterContext = Pick<ServerContext, 'database' | 'clock' | 'secrets'>;

/** Limits, what they are counted by, and the part of their points that these values have. */
type LimitsOf<N extends AttemptLimitName> = [names: readonly N[], values: AttemptValues<N>, share?: number];

/** What one attempt counts for: a limit with its values, hashed. */
type Counter = {
  key: string;
  points: number;
  durationMs: number;
  isForgiven: boolean;
  beyond: Counter | undefined;
};

/** Counts attempts in the database, so that all processes share them. */
export class AttemptCounter {
  readonly #context: CounterContext;

  constructor(context: CounterContext) {
    this.#context = context;
  }

  /** Throws 'too-many-requests' if a limit is reached. Counts nothing. */
  async check<N extends AttemptLimitName>(...limits: LimitsOf<N>): Promise<void> {
    const { database, clock } = this.#context;
    const now = clock.now();
    const counters = this.#countersOf(...limits);
    const keys = counters.flatMap(withBeyond).map(({ key }) => key);
    const rows = await database.orm
      .select()
      .from(identityRateLimits)
      .where(and(inArray(identityRateLimits.key, keys), gt(identityRateLimits.resetsAt, now)));
    for (const counter of counters) {
      const reached = withBeyond(counter).map((one) =>
        rows.find(
          ({ key, attempts, resetsAt }) =>
            key === one.key && attempts >= one.points && resetsAt <= latestEnd(one, now),
        ),
      );
      if (reached.every((row) => row !== undefined)) throw tooMany(reached.at(-1)!.resetsAt, now);
    }
  }

  /** Counts an event for `check`: for each limit, and for the one beyond it once it is reached. */
  async record<N extends AttemptLimitName>(...limits: LimitsOf<N>): Promise<void> {
    const now = this.#context.clock.now();
    for (const counter of this.#countersOf(...limits))
      for (const one of withBeyond(counter)) if ((await this.#add(one, now)).attempts <= one.points) break;
  }

  /** Counts an attempt. Throws 'too-many-requests' with the seconds until the window ends. */
  async begin<N extends AttemptLimitName>(...limits: LimitsOf<N>): Promise<Attempt> {
    const now = this.#context.clock.now();
    const counted: Counter[] = [];
    try {
      for (const counter of this.#countersOf(...limits)) counted.push(await this.#count(counter, now));
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
  async tryBegin<N extends AttemptLimitName>(...limits: LimitsOf<N>): Promise<Attempt | undefined> {
    return this.begin(...limits).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === 'too-many-requests') return undefined;
      throw error;
    });
  }

  #countersOf<N extends AttemptLimitName>(...[names, values, share = 1]: LimitsOf<N>): Counter[] {
    const given: Partial<Record<string, string>> = values;
    return names.flatMap((name) => {
      const limit: AttemptLimit = attemptLimits[name];
      const networks = given['ip'] === undefined ? [] : toIpNetworks(given['ip']);
      const shares = limit.by.includes('networks') ? networks : [{ network: networks[0]?.network, share }];
      return shares.map(({ network, share: ofNetwork }) =>
        this.#counterOf(limit.storedName ?? name, limit, { ...given, network, networks: network }, ofNetwork),
      );
    });
  }

  #counterOf(
    name: string,
    { by, points, durationMs, maxPoints = Infinity, isForgiven = false, beyond }: AttemptLimit,
    values: Partial<Record<string, string>>,
    share: number,
  ): Counter {
    const content = JSON.stringify([name, ...by.map((subject) => values[subject])]);
    return {
      key: this.#context.secrets.sign('identity-attempts', content),
      points: Math.max(1, Math.floor(Math.min(points * share, maxPoints))),
      durationMs,
      isForgiven,
      beyond: beyond && this.#counterOf(`${name}, slowly`, beyond, values, 1),
    };
  }

  async #add({ key, durationMs }: Counter, now: Date) {
    const { resetsAt } = identityRateLimits;
    const over = sql`(${resetsAt} <= ${now} or ${resetsAt} > ${latestEnd({ durationMs }, now)})`;
    const [row] = await this.#context.database.orm
      .insert(identityRateLimits)
      .values({ key, attempts: 1, resetsAt: new Date(now.getTime() + durationMs) })
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

  /** Counts for the first counter that is not full: this one, or the one beyond it. Returns that one. */
  async #count(counter: Counter, now: Date): Promise<Counter> {
    const { attempts, resetsAt } = await this.#add(counter, now);
    if (attempts <= counter.points) return counter;
    if (counter.beyond !== undefined) return this.#count(counter.beyond, now);
    throw tooMany(resetsAt, now);
  }

  async #giveBack(counters: readonly Counter[]): Promise<void> {
    if (counters.length === 0) return;
    await this.#context.database.orm
      .update(identityRateLimits)
      .set({ attempts: sql`greatest(${identityRateLimits.attempts} - 1, 0)` })
      .where(inArray(identityRateLimits.key, keysOf(counters)));
  }

  async #forgive(counted: readonly Counter[]): Promise<void> {
    await this.#giveBack(counted.filter(({ isForgiven }) => !isForgiven));
    const forgiven = counted.filter(({ isForgiven }) => isForgiven);
    await this.#context.database.orm
      .delete(identityRateLimits)
      .where(inArray(identityRateLimits.key, keysOf(forgiven)));
  }
}

const keysOf = (counters: readonly Counter[]) => counters.map(({ key }) => key);

/** The largest difference between the clocks of two processes. */
const MAX_CLOCK_DIFFERENCE_MS = MINUTE_MS;

/** A later end is of a clock that was set back since: nobody stays locked out until then. */
const latestEnd = ({ durationMs }: Pick<Counter, 'durationMs'>, now: Date) =>
  new Date(now.getTime() + durationMs + MAX_CLOCK_DIFFERENCE_MS);

/** The counter, and those that apply one after the other once it is full. */
const withBeyond = (counter: Counter): Counter[] => [
  counter,
  ...(counter.beyond === undefined ? [] : withBeyond(counter.beyond)),
];

function tooMany(until: Date, now: Date): Error {
  return commonProblem('too-many-requests', {
    text: textToken('accounts.problem.too-many-requests.attempts'),
    retryAfter: (until.getTime() - now.getTime()) / 1000,
  });
}
