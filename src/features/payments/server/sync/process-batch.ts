import { isProviderUnreachable } from '../provider/call-provider.ts';

/** Failures in a row that count as an outage. A single one may concern its row only. */
const MAX_UNANSWERED_REQUESTS = 3;

/**
 * Processes the rows one at a time. `failed` postpones a row that fails, and the batch continues. Throws if
 * the provider is down: the rest waits for the next run.
 */
export async function processBatch<T>(
  things: readonly T[],
  work: (thing: T) => Promise<void>,
  failed: (thing: T, error: unknown) => Promise<void>,
): Promise<void> {
  let unanswered = 0;
  for (const thing of things) {
    try {
      await work(thing);
      unanswered = 0;
    } catch (error) {
      await failed(thing, error);
      unanswered = isProviderUnreachable(error) ? unanswered + 1 : 0;
      if (unanswered === MAX_UNANSWERED_REQUESTS) throw error;
    }
  }
}
