import type { Intent, PaymentMethod } from './sandbox-store.ts';

/** What stands under `error` in an answer of the provider. */
export type ErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: Intent;
  payment_method?: PaymentMethod;
};

/**
 * A refusal, in the provider's words. Thrown, it undoes what the request has changed; returned by an operation, it is the answer to a
 * request whose effects stay: a declined card leaves its mark on the intent.
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

export const unknownParameter = (param: string) =>
  invalidRequestError(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
