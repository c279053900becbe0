import { MINUTE_MS } from '#platform/shared/durations.ts';

/** The time between two probes of a mail server that does not respond. */
const PROBE_INTERVAL_MS = 5_000;

/** The longest interval, of a server that comes and goes. */
const LONGEST_INTERVAL_MS = 10 * MINUTE_MS;

/** How long a server must respond until its next outage counts as a new one. */
const STABLE_AFTER_MS = 30 * MINUTE_MS;

type MailServer = {
  greet: () => Promise<unknown>;
  onBack: () => Promise<void>;
};

/** Notices that a lost mail server is back: the pauses of a job grow to hours. Call it at each lost connection. */
export function createMailServerWatch({ greet, onBack }: MailServer): () => void {
  let isWatching = false;
  let interval = PROBE_INTERVAL_MS;
  let backAt = Number.NEGATIVE_INFINITY;
  const responds = () => greet().then(isTrue, isFalse);
  const watch = async () => {
    // A server that closes the connection because of one email still responds: that is no outage.
    if (await responds()) return;
    const isNewOutage = performance.now() - backAt > STABLE_AFTER_MS;
    interval = isNewOutage ? PROBE_INTERVAL_MS : Math.min(interval * 2, LONGEST_INTERVAL_MS);
    do await pause(interval);
    while (!(await responds()) || !(await onBack().then(isTrue, isFalse)));
    backAt = performance.now();
  };
  return () => {
    if (isWatching) return;
    isWatching = true;
    void watch().finally(() => {
      isWatching = false;
    });
  };
}

const isTrue = () => true;
/** The server is still away, or the database is. */
const isFalse = () => false;

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());
