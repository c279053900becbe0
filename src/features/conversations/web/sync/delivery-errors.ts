import { ApiError } from '#platform/web/transport.ts';

/** Users do not look at 'Sending…' for longer: a longer pause counts as a refusal. */
const MAX_RETRY_AFTER_S = 30;

/** The socket has said that the server does not accept a message. */
export class RefusedError extends Error {
  readonly isTemporary: boolean;

  constructor(isTemporary: boolean) {
    super('The message was refused');
    this.isTemporary = isTemporary;
  }
}

/** The server refuses an offer, for reasons that stay. */
export class RefusedOfferError extends Error {}

/** Whether a message that was not sent can arrive when it is sent again. */
export function isTemporaryFailure(error: unknown): boolean {
  if (error instanceof RefusedError) return error.isTemporary;
  if (error instanceof RefusedOfferError) return false;
  // No response.
  if (!(error instanceof ApiError)) return true;
  const { status, retryAfter } = error;
  // There was no token to send: the message did not reach the server. Signing out stops the outbox.
  if (status === 401) return true;
  // A proxy answers 502 and 504 when the product does not answer.
  const isAway = [502, 503, 504].includes(status);
  const isTooMuch = status === 429 && retryAfter !== null;
  return (isAway || isTooMuch) && (retryAfter ?? 0) <= MAX_RETRY_AFTER_S;
}
