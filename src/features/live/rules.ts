const RECONNECT_DELAY_MS = 3_000;
const RECONNECT_DELAY_GROWTH = 1.5;
/** The longest delay without the jitter. With it, clients are back within ten seconds of an outage. */
const MAX_RECONNECT_DELAY_MS = 6_000;
const RECONNECT_JITTER = 1 / 3;

/** The delay until a closed socket reconnects. `random` (0 to 1) spreads those of one lost server. */
export const reconnectDelayMs = (failedAttempts: number, random: number): number =>
  Math.min(RECONNECT_DELAY_MS * RECONNECT_DELAY_GROWTH ** failedAttempts, MAX_RECONNECT_DELAY_MS) *
  (1 + RECONNECT_JITTER * random);

/** The server goes away on purpose, and sends its sockets elsewhere one after the other. */
export const RESTART_CLOSE_CODE = 1012;
/** The time within which a browser opens its socket again after a restart, at a random moment. */
export const RESTART_RECONNECT_JITTER_MS = 1_000;

/** `auth` messages of one user: all tabs authenticate at once when the network is back. */
export const authRateLimit = { name: 'authenticate', points: 40, durationMs: 20_000 } as const;

/** The same on one connection that is not authenticated. */
export const unauthenticatedAuthRateLimit = { points: 5, durationMs: 10_000 } as const;

/** A server of the version before sends 'token-invalid'. */
const authenticationErrorCodes: readonly string[] = ['invalid-token', 'token-invalid', 'sign-in-required'];

/** Whether an error with this code ends the authentication of a socket. Only a newer token helps. */
export const isAuthenticationError = (code: string): boolean => authenticationErrorCodes.includes(code);

/** Whether the server may accept the same message a moment later. */
export const isTemporaryError = (code: string): boolean =>
  code === 'service-unavailable' || code === 'too-many-requests';
