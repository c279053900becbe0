/** What an account is held to. Pure: no I/O, nothing but the language. */

/** Characters. */
export const passwordLength = { min: 6, max: 128 } as const;

/** Characters of a person's name. */
export const nameLength = { min: 1, max: 200 } as const;

/** Characters of what somebody says their university is called. */
export const universityLength = { max: 200 } as const;

/** The name of somebody whose identity provider knows none. */
export const nameless = 'User';

/**
 * Who proves here who somebody is; configured, and the same for everybody. `campus` is what the university's own sign-in is called,
 * where there is one besides the password.
 */
export type IdentitySetting =
  | { kind: 'embedded'; campus: string | null }
  | { kind: 'clerk'; publishableKey: string };

/** Parameter of `/sign-in` under which the university's sign-in says how it ended. */
export const campusArrival = 'campus';

/** Why somebody has come back from their university and is not signed in. */
export type CampusTrouble =
  | 'cancelled'
  | 'expired'
  | 'unavailable'
  | 'refused'
  | 'email-taken'
  | 'no-email'
  | 'barred'
  | 'busy';
