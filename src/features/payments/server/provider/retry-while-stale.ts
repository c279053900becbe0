import { paymentProblem } from '#features/payments/contract.ts';

/** Between the question to the provider and the transaction somebody else has written a newer answer down. */
export class StaleVersionError extends Error {}

/** So often an answer that was overtaken is asked for again, before whoever wants it is told to come back. */
const MAX_ATTEMPTS = 8;

/** Asks and writes down, again from the start while `work` throws StaleVersionError. */
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
