import { ApiError } from './transport.ts';

/** The user's text of why a request failed. Each browser words a missing connection differently. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError ? error.detail : 'No connection. Please try again.';

/** The user's text after an action that began without a connection. It has not reached the server. */
export const NOTHING_CHANGED_TEXT = 'Nothing changed. Try again when you are online.';
