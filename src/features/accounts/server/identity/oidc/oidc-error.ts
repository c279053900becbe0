import type { OidcSignInError } from '#features/accounts/rules.ts';

/** Why somebody is not signed in through their university. The message is for the log. */
export class OidcError extends Error {
  override name = 'OidcError';
  readonly trouble: OidcSignInError;

  constructor(trouble: OidcSignInError, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}
