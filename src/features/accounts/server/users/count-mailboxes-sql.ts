/**
 * SQL: the aggregate that counts the mailboxes of the users of its rows, however many accounts they have.
 * `userId`: an expression of the rows; `except`: of a user whose mailbox does not count; `isVerified`: only
 * mailboxes that an account has verified count. What takes one row of each mailbox instead uses the column
 * `mailbox` of `users`.
 */
export const countMailboxesSql = (userId: string, except: string, isVerified: boolean): string =>
  `count(DISTINCT nullif((SELECT mailbox FROM users WHERE id = ${userId}${isVerified ? ' AND email_verified' : ''}),
    (SELECT mailbox FROM users WHERE id = ${except})))`;
