/** SQL: the session has not ended. `id` is an expression of the statement around it. */
export const sessionExists = (id: string): string =>
  `EXISTS (SELECT FROM identity_sessions WHERE identity_sessions.id = ${id})`;
