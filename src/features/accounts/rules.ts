/** What an account is held to. Pure: no I/O, nothing but the language. */

/** Characters. */
export const passwordLength = { min: 6, max: 128 } as const;

/** Characters of a person's name. */
export const nameLength = { min: 1, max: 200 } as const;

/** The name of somebody whose identity provider knows none. */
export const nameless = 'User';
