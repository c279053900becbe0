import { isProviderUnreachable } from '../provider/call-provider.ts';

/** So many in a row of which the provider says nothing are an outage. One alone may be its own fault, and stands in nobody's way. */
const MAX_UNANSWERED_REQUESTS = 3;

/**
 * Does the work for one after the other. `failed` hears of each that fails, and puts it off; the rest is done all the same. Throws
 * once the provider does not answer at all: the rest waits for the next run.
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
