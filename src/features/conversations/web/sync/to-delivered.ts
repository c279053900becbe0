import type { ApiError } from '#platform/web/transport.ts';
import type { DeliveryResult } from './outbox.ts';

/** Nobody looks at 'Sending…' for longer than that: a server that wants to be left alone longer has refused the message. */
const MAX_RETRY_AFTER_MS = 30_000;

/** The socket says so of what it may well do a moment later. */
export const isTemporary = (code: string): boolean =>
  code === 'service-unavailable' || code === 'too-many-requests';

/** What becomes of a message that the server has refused over HTTP. */
export function toDelivered({ status, retryAfter }: ApiError): DeliveryResult {
  // There was no token to send along: the server could not be asked for one. Signing out stops everything here.
  if (status === 401) return 'unreachable';
  // A proxy says 502 and 504 where the product does not answer.
  const isAway = [502, 503, 504].includes(status);
  const isTooMuch = status === 429 && retryAfter !== null;
  const retryAfterMs = (retryAfter ?? 0) * 1000;
  return (isAway || isTooMuch) && retryAfterMs <= MAX_RETRY_AFTER_MS ? { retryAfterMs } : 'refused';
}
