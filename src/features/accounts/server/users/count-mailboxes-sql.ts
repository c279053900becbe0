/**
 * SQL: the aggregate that counts the mailboxes of the users of its rows, however many accounts they have.
 * `userId`: an expression of the rows; `except`: of a user whose mailbox does not count. What takes one row
 * of each mailbox instead uses the column `mailbox` of `users`.
 */
export const countMailboxesSql = (userId: string, except: string): string =>
  `count(DISTINCT nullif((SELECT mailbox FROM users WHERE id = ${userId}), (SELECT mailbox FROM users WHERE id = ${except})))`;
