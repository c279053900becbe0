import { ApiError } from '#platform/web/transport.ts';

/** The browser has no passkey, or the user has canceled, or the server does not accept it. */
export const isPasskeyUnused = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.code === 'passkey-not-accepted'
    : error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** For the user. The browser does not tell a canceled use from a device without a passkey. */
export function describePasskeyError(error: unknown): string {
  if (error instanceof ApiError) return error.detail;
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return "No passkey was used. Try again if you didn't cancel.";
  return 'Please check your connection and try again.';
}
