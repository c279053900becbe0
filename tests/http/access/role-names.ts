/**
 * The roles that call every endpoint. In a conversation one participant is the owner and the other the
 * blocked user; `another` never takes part.
 */
export const roles = ['signedOut', 'deleted', 'another', 'blocked', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];
