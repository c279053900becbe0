import { ApiError } from './transport.ts';

/** For the user: why a request failed. Browsers word a missing connection each in their own way. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError ? error.detail : 'No connection. Please try again.';
