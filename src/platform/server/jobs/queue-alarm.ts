import { performance } from 'node:perf_hooks';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { withTimeout } from '../concurrency/with-timeout.ts';

/** Finds what nothing has announced: jobs of a process that has ended, and lost notifications. */
const LOOK_INTERVAL_MS = MINUTE_MS;
const RETRY_MS = 2_000;
/** Clocks and timers may be that much early. */
const MARGIN_MS = 50;
const CARE_INTERVAL_MS = HOUR_MS;
/** A lost database must not hold the next look up for longer. */
const LOOK_TIMEOUT_MS = 30_000;

export type QueueState = {
  /** The milliseconds until the next job of each queue; zero or less if one is due now. */
  waits: ReadonlyMap<string, number>;
  /** A job runs for longer than it may: its process has ended. */
  isOverdue: boolean;
};

type AlarmOptions = {
  look: () => Promise<QueueState>;
  wake: (queue: string) => void;
  /** Puts overdue jobs back into their queues, and deletes old ones. */
  care: () => Promise<void>;
  onError: (error: unknown) => void;
};

/** Wakes workers when their next job is due: one statement a minute for all queues instead of polling. */
export class QueueAlarm {
  readonly #options: AlarmOptions;
  readonly #timers = new Map<string, { at: number; timer: NodeJS.Timeout }>();
  #next: { at: number; timer: NodeJS.Timeout } | null = null;
  #looking: Promise<void> | null = null;
  #caredAt = performance.now() - CARE_INTERVAL_MS + LOOK_INTERVAL_MS;
  #isStopped = false;

  constructor(options: AlarmOptions) {
    this.#options = options;
    this.lookWithin(LOOK_INTERVAL_MS);
  }

  wakeIn(queue: string, ms: number): void {
    if (this.#isStopped) return;
    // A regular look finds a later one.
    if (ms > LOOK_INTERVAL_MS) return;
    if (ms <= 0) return this.#options.wake(queue);
    const at = performance.now() + ms + MARGIN_MS;
    const set = this.#timers.get(queue);
    if (set !== undefined && set.at <= at) return;
    clearTimeout(set?.timer);
    const timer = setTimeout(() => {
      this.#timers.delete(queue);
      this.#options.wake(queue);
      // A queue has one timer, the first: there may be later jobs.
      this.lookWithin(RETRY_MS);
    }, ms + MARGIN_MS).unref();
    this.#timers.set(queue, { at, timer });
  }

  /** Finds the due times at the latest after this time. */
  lookWithin(ms: number): void {
    const at = performance.now() + ms;
    if (this.#isStopped || (this.#next !== null && this.#next.at <= at)) return;
    clearTimeout(this.#next?.timer);
    this.#next = { at, timer: setTimeout(() => void this.look(), ms).unref() };
  }

  /** Never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => (this.#looking = null));
    return this.#looking;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#next?.timer);
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  async #look(): Promise<void> {
    clearTimeout(this.#next?.timer);
    this.#next = null;
    try {
      const { waits, isOverdue } = await withTimeout(this.#options.look(), LOOK_TIMEOUT_MS);
      for (const [queue, ms] of waits) this.wakeIn(queue, ms);
      if (isOverdue || performance.now() - this.#caredAt >= CARE_INTERVAL_MS) {
        this.#caredAt = performance.now();
        await this.#options.care();
        if (isOverdue) return this.lookWithin(RETRY_MS);
      }
      this.lookWithin(LOOK_INTERVAL_MS);
    } catch (error) {
      if (!this.#isStopped) this.#options.onError(error);
      this.lookWithin(RETRY_MS);
    }
  }
}
