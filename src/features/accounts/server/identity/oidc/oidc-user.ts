import type { UserClaims } from '../../tokens/read-claims.ts';

/** A user of the OpenID provider. `subject` is the provider's name for them, which stays. */
export type OidcUser = UserClaims & { subject: string };

/** Part of the callback's route, and stored with each account at the provider: it stays 'campus'. */
export const OIDC_PROVIDER_ID = 'campus';
