import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MINUTE_MS } from '#platform/shared/durations.ts';

type ReleaseMemoryOptions = {
  /** Milliseconds between two looks at the process. */
  intervalMs?: number;
  /** Milliseconds that must pass between two collections. */
  minPauseMs?: number;
  /** The same while there is much to return. */
  minPauseOfMuchMs?: number;
};

/** The share of an interval that a process at rest works at most. */
const REST_UTILIZATION = 0.1;
/** What a process at rest needs besides what it uses: two semi-spaces after ordinary traffic. */
const MAX_SPARE_BYTES = 40 * 2 ** 20;
/** As after many markets have been opened or closed. */
const MUCH_SPARE_BYTES = 120 * 2 ** 20;

/**
 * Options of a collection that takes twice as long, and also gives back the pages that an ordinary one keeps: half of the
 * heap after fifty openings of markets.
 */
const thoroughCollection = { type: 'major', execution: 'sync', flavor: 'last-resort' };

/** Bytes of the heap after the last collection. */
let heapAfter = 0;

/** Much has become garbage at once, without an allocation: it is collected when the process rests. */
export function expectGarbage(): void {
  heapAfter = 0;
}

/**
 * Returns memory while the process rests: V8 collects when it allocates, so a process that allocates little
 * keeps the garbage of its busiest minute. A collection blocks for some 50 ms, hence not often.
 */
export function startReleasingMemory({
  intervalMs = 5_000,
  minPauseMs = 10 * MINUTE_MS,
  minPauseOfMuchMs = MINUTE_MS,
}: ReleaseMemoryOptions = {}): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: typeof thoroughCollection) => void;
  let last = performance.eventLoopUtilization();
  let collectedAt = -Infinity;
  const timer = setInterval(() => {
    const now = performance.now();
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    const spare = getHeapStatistics().total_heap_size - heapAfter;
    const isMuch = spare > MUCH_SPARE_BYTES;
    const pauseMs = isMuch ? minPauseOfMuchMs : minPauseMs;
    const isSpare = spare > MAX_SPARE_BYTES;
    if (now - collectedAt < pauseMs || utilization > REST_UTILIZATION || !isSpare) return;
    if (isMuch) collect(thoroughCollection);
    else collect();
    heapAfter = getHeapStatistics().total_heap_size;
    collectedAt = now;
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
