/** The name of a user whose identity provider states none. Apart from the rules for the first script. */
export const DEFAULT_USER_NAME = 'User';
