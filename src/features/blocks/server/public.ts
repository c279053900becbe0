export type { BlockHook, NewBlock } from './block-user.ts';
export { blockChanged } from './block-events.ts';
export { blockedUsersSql, blockerSql, blockStateSql, hasBlockedSql, isBlockedSql } from './block-sql.ts';
