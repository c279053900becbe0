/** SQL: neither user has blocked the other. Both are expressions of the statement around it: `$1`. */
export const isNotBlockedSql = (user: string, other: string): string =>
  `NOT EXISTS (SELECT FROM blocks WHERE (blocks.blocker_id, blocks.blocked_id)
    IN ((${user}, ${other}), (${other}, ${user})))`;
