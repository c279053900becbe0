/** The name of a user whose identity provider states none. Not in the rules, which the first script can spare. */
export const DEFAULT_USER_NAME = 'User';
