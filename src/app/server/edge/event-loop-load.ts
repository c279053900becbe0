import { performance } from 'node:perf_hooks';

const SAMPLE_MS = 100;
const BUSY_UTILIZATION = 0.5;

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
