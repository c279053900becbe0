import { ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import type { OidcSignInError } from '../../../rules.ts';

/** Why a sign-in with OpenID Connect failed. The message is for the log. */
export class OidcError extends Error {
  override name = 'OidcError';
  readonly reason: OidcSignInError;

  constructor(reason: OidcSignInError, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Codes of openid-client for a response that never came, or that is not JSON. */
const unavailableCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** An error of openid-client as ours. `otherwise` is the reason where the provider has responded with 200. */
export function toOidcError(error: unknown, otherwise: OidcSignInError, message: string): OidcError {
  const status = statusOf(error);
  const cause = { cause: error };
  if (status !== undefined) {
    const reason = status >= 500 || status === 429 ? 'unavailable' : 'refused';
    return new OidcError(reason, `${message}: the provider responds ${status}`, cause);
  }
  if (error instanceof ClientError && !unavailableCodes.has(error.code ?? ''))
    return new OidcError(otherwise, message, cause);
  return new OidcError('unavailable', message, cause);
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError)
    return error.status;
  if (!(error instanceof ClientError) || error.code !== 'OAUTH_RESPONSE_IS_NOT_CONFORM') return undefined;
  return error.cause instanceof Response ? error.cause.status : undefined;
}
