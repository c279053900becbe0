import type { Intent } from '../resources/payment-objects.ts';

/** The object under `error` in a response of Stripe. */
type ErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  payment_intent?: Intent;
};

/**
 * An error with Stripe's type, code and message. Thrown, it rolls back the request's changes. Returned by an
 * operation, it is the response to a request whose changes are stored: a declined card leaves its failure on
 * the intent.
 */
export class StripeApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export const invalidRequestError = (message: string, details: Partial<ErrorBody> = {}, status = 400) =>
  new StripeApiError(status, { type: 'invalid_request_error', message, ...details });

export const resourceMissingError = (kind: string, id: string, param = 'id') =>
  invalidRequestError(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, 404);

export const unexpectedIntentStateError = (intent: Intent, message: string) =>
  invalidRequestError(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
