import { paymentProblem } from '../../contract.ts';

/** Thrown if the row's version changed between the provider call and our transaction (optimistic locking). */
export class StaleVersionError extends Error {}

/** Attempts before the request fails with a retry hint. */
const MAX_ATTEMPTS = 8;

/** Repeats `work` from the start while it throws StaleVersionError. */
export async function retryWhileStale<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StaleVersionError)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw paymentProblem('payment-provider-unavailable', { retryAfter: 1, cause: error });
    }
  }
}
