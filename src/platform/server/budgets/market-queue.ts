import type { BoundedQueue, QueueKey } from '../concurrency/bounded-queue.ts';
import type { MarketIdentity } from '../markets/market-identity.ts';

/** Runs a few tasks of the process at a time. Throws QueueFullError. */
export type TaskQueue = Pick<BoundedQueue, 'run' | 'running' | 'waiting' | 'isFullFor'>;

/** The queue of the process for the tasks of one market: markets take turns, and inside of each its groups. */
export function queueOfMarket(queue: TaskQueue, market: MarketIdentity): TaskQueue {
  return {
    run: (task, options) =>
      queue.run(task, { key: keyOfMarket(market, options?.key), signal: options?.signal }),
    isFullFor: (key) => queue.isFullFor(keyOfMarket(market, key)),
    get running() {
      return queue.running;
    },
    get waiting() {
      return queue.waiting;
    },
  };
}

export function keyOfMarket({ number }: MarketIdentity, key: QueueKey | undefined): QueueKey {
  const market = `market ${number}`;
  return {
    groups: [market, ...(key?.groups ?? [])],
    ...(key?.sequence !== undefined && { sequence: `${market} ${key.sequence}` }),
  };
}
