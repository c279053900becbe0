import type { ApiError } from '#platform/web/transport.ts';
import type { DeliveryResult } from './outbox-sender.ts';

/**
 * A user does not look at 'Sending…' for longer: a server that asks for a longer pause has refused the
 * message.
 */
const MAX_RETRY_AFTER_MS = 30_000;

/** What the error of an HTTP request means for the message that was sent. */
export function toDeliveryResult({ status, retryAfter }: ApiError): DeliveryResult {
  // There was no token to send: the message did not reach the server. Signing out stops the outbox.
  if (status === 401) return 'unreachable';
  // A proxy answers 502 and 504 when the product does not answer.
  const isAway = [502, 503, 504].includes(status);
  const isTooMuch = status === 429 && retryAfter !== null;
  const retryAfterMs = (retryAfter ?? 0) * 1000;
  return (isAway || isTooMuch) && retryAfterMs <= MAX_RETRY_AFTER_MS ? { retryAfterMs } : 'refused';
}
