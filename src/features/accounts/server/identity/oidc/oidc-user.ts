import type { UserClaims } from '#features/accounts/server/tokens/read-claims.ts';

/** Who comes from the university. `subject` is the provider's name for them, which stays. */
export type OidcUser = UserClaims & { subject: string };

/** Stands in the address of the callback, and beside the accounts that come from there. */
export const oidcProviderId = 'campus';
