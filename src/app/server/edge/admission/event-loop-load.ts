import { performance } from 'node:perf_hooks';

const SAMPLE_MS = 100;
const BUSY_UTILIZATION = 0.5;
/** A greedy market gets so many requests more after each interval. */
const STEP_REQUESTS = 2;
const STEP_INTERVAL_MS = 100;

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
  /** The limit while the process is busy. */
  min: number;
  max: number;
  isBusy: () => boolean;
  /** A monotonic time in milliseconds. */
  now?: () => number;
};

/**
 * Returns how many requests of a greedy market may run at once: `min` while the process is busy, and two more for each
 * tenth of a second in which it is not. All at once would keep the process from the other markets until they have ended.
 */
export function createGreedyLimit({
  min,
  max,
  isBusy,
  now = () => performance.now(),
}: GreedyLimitOptions): () => number {
  let limit = max;
  let since = now();
  return () => {
    if (isBusy()) {
      limit = min;
      since = now();
      return limit;
    }
    const steps = Math.floor((now() - since) / STEP_INTERVAL_MS);
    since += steps * STEP_INTERVAL_MS;
    limit = Math.min(max, limit + steps * STEP_REQUESTS);
    return limit;
  };
}
