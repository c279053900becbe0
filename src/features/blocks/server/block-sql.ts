// SQL. The users and the time are expressions of the statement around it: `$1`, `b.seller_id`.

/** One has blocked the other. */
export const hasBlockedSql = (blocker: string, blocked: string): string =>
  `EXISTS (SELECT FROM blocks WHERE blocks.blocker_id = ${blocker} AND blocks.blocked_id = ${blocked})`;

const isBetween = (user: string, other: string) =>
  `(blocks.blocker_id, blocks.blocked_id) IN ((${user}, ${other}), (${other}, ${user}))`;

/** One participant has blocked the other. */
export const isBlockedSql = (user: string, other: string): string =>
  `EXISTS (SELECT FROM blocks WHERE ${isBetween(user, other)})`;

/** The users whom a user has blocked, for a statement over many others; never those who have blocked the user. */
export const blockedUsersSql = (user: string): string =>
  `SELECT blocked_id FROM blocks WHERE blocker_id = ${user}`;

/** A text that changes with every block by a user. */
export const blockStateSql = (user: string): string =>
  `(SELECT concat(count(*), ' ', max(created_at)) FROM blocks WHERE blocker_id = ${user})`;

/** Which of the two has blocked the other after a time, or null. */
export const blockerSql = (user: string, other: string, since: string): string =>
  `(SELECT blocks.blocker_id FROM blocks
    WHERE ${isBetween(user, other)} AND blocks.created_at > ${since} LIMIT 1)`;
