import { setTimeout as delay } from 'node:timers/promises';
import { commonProblem } from '#platform/shared/problem.ts';
import { toQueueGroups } from '../http/ip-network.ts';
import { WorkShares } from './work-shares.ts';
import { BoundedQueue, QueueFullError } from './bounded-queue.ts';

/** The connections of the pool of an installation alone. */
const CONNECTIONS_ALONE = 8;
/** The share of the pool that one account, or the visitors of one network, may use at once: two of eight. */
const MAX_SHARE = 1 / 4;
/** The same for a whole network, with all its accounts and visitors: two of eight are left to others. */
const MAX_SHARE_OF_NETWORK = 3 / 4;
/** A campus may be one address, so its requests wait; with so many nothing that waits is answered in time. */
const MAX_WAITING = 500;
const RETRY_AFTER_SECONDS = 5;

const VISITORS = 'visitors';

export type RequestTurnsOptions = {
  /** How many the pool has, which are fewer once the process has other markets. */
  connections?: (() => number) | undefined;
  /** The turns of the market among those of the process. */
  ofMarket?: { run<T>(work: () => Promise<T>): Promise<T> } | undefined;
};

type Requester = {
  ip: string;
  userId: string | null;
};

/**
 * Requests that work in the database take turns: by account or the visitors of a network, and by network, in
 * which smaller networks and accounts have equal shares. Who never stops gets half of a connection.
 */
export class RequestTurns {
  readonly #own: Queues;
  readonly #networks: Queues;
  readonly #shares = new WorkShares();
  readonly #ofMarket: RequestTurnsOptions['ofMarket'];

  constructor({ connections = () => CONNECTIONS_ALONE, ofMarket }: RequestTurnsOptions = {}) {
    this.#ofMarket = ofMarket;
    this.#own = new Queues(() => Math.max(1, Math.floor(connections() * MAX_SHARE)));
    this.#networks = new Queues(() => Math.max(1, Math.floor(connections() * MAX_SHARE_OF_NETWORK)));
  }

  /**
   * Throws 'service-unavailable' if too many wait. `callsServices`: it also waits for other services, and
   * takes no turn of its network, whose other users would wait for them.
   */
  async run<T>(
    { ip, userId }: Requester,
    work: () => Promise<T>,
    { callsServices = false }: { callsServices?: boolean } = {},
  ): Promise<T> {
    const networks = toQueueGroups(ip);
    const own = userId === null ? networks : [`user ${userId}`];
    if (callsServices) return this.#own.run(own, work);
    const requester = own[0]!;
    return this.#own.run(own, async () => {
      const pauseMs = this.#shares.pauseMs(requester, performance.now());
      if (pauseMs > 0) await delay(pauseMs);
      const measured = () => this.#measure(requester, work);
      const run = () => this.#ofMarket?.run(measured) ?? measured();
      return this.#networks.run([...networks, userId ?? VISITORS], run);
    });
  }

  async #measure<T>(requester: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const now = performance.now();
      this.#shares.add(requester, now - startedAt, now);
    }
  }

  get running(): number {
    return this.#own.running - this.#networks.waiting;
  }

  get waiting(): number {
    return this.#own.waiting + this.#networks.waiting;
  }
}

/** A queue for each of the widest groups. */
class Queues {
  readonly #limit: () => number;
  readonly #queues = new Map<string, BoundedQueue>();

  constructor(limit: () => number) {
    this.#limit = limit;
  }

  async run<T>(groups: readonly string[], work: () => Promise<T>): Promise<T> {
    const widest = groups[0]!;
    const queue =
      this.#queues.get(widest) ?? new BoundedQueue({ running: this.#limit(), waiting: MAX_WAITING });
    this.#queues.set(widest, queue);
    try {
      return await queue.run(work, { key: { groups } });
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      throw commonProblem('service-unavailable', { retryAfter: RETRY_AFTER_SECONDS });
    } finally {
      if (queue.running === 0 && queue.waiting === 0) this.#queues.delete(widest);
    }
  }

  get running(): number {
    return this.#sum(({ running }) => running);
  }

  get waiting(): number {
    return this.#sum(({ waiting }) => waiting);
  }

  #sum(count: (queue: BoundedQueue) => number): number {
    return [...this.#queues.values()].reduce((sum, queue) => sum + count(queue), 0);
  }
}
