import { performance } from 'node:perf_hooks';

const SAMPLE_MS = 100;
const BUSY_UTILIZATION = 0.5;
/** Milliseconds after which a greedy market gets one request more. */
const FAST_STEP_MS = 50;
/** The same beyond half of the limit at which the process last became busy. */
const CAREFUL_STEP_MS = 1_000;

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
 * Returns how many requests of a greedy market may run at once: `min` while the process is busy, and more the longer
 * it is not. All at once would keep the process from the other markets until they have ended. It grows fast up to half
 * of the limit with which the process became busy, then slowly, or it would be busy again each second.
 */
export function createGreedyLimit({
  min,
  max,
  isBusy,
  now = () => performance.now(),
}: GreedyLimitOptions): () => number {
  let limit = max;
  let carefulFrom = max;
  let since = now();
  return () => {
    if (isBusy()) {
      if (limit > min) carefulFrom = Math.max(min, Math.floor(limit / 2));
      limit = min;
      since = now();
      return limit;
    }
    for (;;) {
      const step = limit < carefulFrom ? FAST_STEP_MS : CAREFUL_STEP_MS;
      if (limit >= max || now() - since < step) return limit;
      limit += 1;
      since += step;
    }
  };
}
