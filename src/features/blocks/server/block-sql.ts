// SQL. The users and the time are expressions of the statement around it: `$1`, `b.seller_id`.

/** One has blocked the other. */
export const hasBlockedSql = (blocker: string, blocked: string): string =>
  `EXISTS (SELECT FROM blocks WHERE blocks.blocker_id = ${blocker} AND blocks.blocked_id = ${blocked})`;

const isBetween = (user: string, other: string) =>
  `(blocks.blocker_id, blocks.blocked_id) IN ((${user}, ${other}), (${other}, ${user}))`;

/** One of the two has blocked the other. */
export const isBlockedSql = (user: string, other: string): string =>
  `EXISTS (SELECT FROM blocks WHERE ${isBetween(user, other)})`;

/** Which of the two has blocked the other after a time, or null. */
export const blockerSql = (user: string, other: string, since: string): string =>
  `(SELECT blocks.blocker_id FROM blocks
    WHERE ${isBetween(user, other)} AND blocks.created_at > ${since} LIMIT 1)`;
