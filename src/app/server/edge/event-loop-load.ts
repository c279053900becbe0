import { performance } from 'node:perf_hooks';

const SAMPLE_MS = 100;
const BUSY_UTILIZATION = 0.5;
const STEP_MS = 100;
const STEP = 2;

/** Whether this process has worked for more than half of the last tenth of a second. */
export function createBusyCheck(): () => boolean {
  let since = performance.eventLoopUtilization();
  let sampledAt = performance.now();
  let isBusy = false;
  return () => {
    const now = performance.now();
    if (now - sampledAt < SAMPLE_MS) return isBusy;
    sampledAt = now;
    const current = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(current, since).utilization >= BUSY_UTILIZATION;
    since = current;
    return isBusy;
  };
}

type GreedyLimitOptions = {
  /** Of a busy process. */
  least: number;
  most: number;
  isBusy: () => boolean;
  /** Milliseconds that only go on. */
  now?: () => number;
};

/**
 * How many requests of a greedy market are worked on at once: the least while the process is busy, and two more with
 * each tenth of a second in which it is not. All at once would keep it from the others for as long as they take together.
 */
export function createGreedyLimit({
  least,
  most,
  isBusy,
  now = () => performance.now(),
}: GreedyLimitOptions): () => number {
  let limit = most;
  let since = now();
  return () => {
    if (isBusy()) {
      limit = least;
      since = now();
      return limit;
    }
    const steps = Math.floor((now() - since) / STEP_MS);
    since += steps * STEP_MS;
    limit = Math.min(most, limit + steps * STEP);
    return limit;
  };
}
