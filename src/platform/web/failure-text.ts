import { ApiError } from './transport.ts';

/** For the user: why a request failed. Browsers word a missing connection each in their own way. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError ? error.detail : 'No connection. Please try again.';

/** For the user: what becomes of an action that began without a connection. It has not reached the server. */
export const NOTHING_CHANGED_TEXT = 'Nothing changed. Try again when you are online.';
