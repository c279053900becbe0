import { MINUTE_MS } from './durations.ts';

/**
 * How a server that has too many new sockets tells some to reconnect later. A browser cannot read a refused
 * upgrade, so the socket opens and closes at once, with a code and a reason that both sides know.
 */

/** 'Try again later', of the registry of RFC 6455. */
export const TRY_AGAIN_LATER_CLOSE_CODE = 1013;

/** Part of the URL of a socket that reconnects at the moment that the server named. */
export const RETURNING_QUERY = 'returning';

const PREFIX = 'Reconnect after ';
const SUFFIX = ' ms';
/** Longer than any server asks for; a reason that names more is not one of ours. */
const MAX_DELAY_MS = 5 * MINUTE_MS;

export const formatReconnectReason = (delayMs: number): string => `${PREFIX}${Math.ceil(delayMs)}${SUFFIX}`;

/** The milliseconds that a closed socket should wait; null if the server has named none. */
export function parseReconnectDelayMs({ code, reason }: { code: number; reason: string }): number | null {
  if (code !== TRY_AGAIN_LATER_CLOSE_CODE || !reason.startsWith(PREFIX) || !reason.endsWith(SUFFIX))
    return null;
  const delayMs = Number(reason.slice(PREFIX.length, -SUFFIX.length));
  return delayMs >= 0 && delayMs <= MAX_DELAY_MS ? delayMs : null;
}
