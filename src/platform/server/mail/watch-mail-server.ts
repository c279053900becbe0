import { setTimeout as delay } from 'node:timers/promises';

/** Between two greetings of a mail server that is away. */
const PROBE_INTERVAL_MS = 5_000;

type MailServer = {
  /** Resolves if the server responds. */
  greet: () => Promise<unknown>;
  onBack: () => Promise<void>;
};

/**
 * Notices that a lost mail server is back: the pauses between the attempts of a job grow to hours. Returns a
 * function to call when it is lost; while nothing is lost, nothing runs.
 */
export function createMailServerWatch({ greet, onBack }: MailServer): () => void {
  let isWatching = false;
  const watch = async () => {
    for (;;) {
      await delay(PROBE_INTERVAL_MS, undefined, { ref: false });
      try {
        await greet();
        return await onBack();
      } catch {
        // It is still away, or the database is.
      }
    }
  };
  return () => {
    if (isWatching) return;
    isWatching = true;
    void watch().finally(() => {
      isWatching = false;
    });
  };
}
