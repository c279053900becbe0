export { mountBlocks } from './mount.ts';
export type { BlockHook, NewBlock } from './block-user.ts';
export { blockChanged } from './block-events.ts';
export { exportBlocks } from './export-blocks.ts';
export { blockedUsersSql, blockerSql, blockStateSql, hasBlockedSql, isBlockedSql } from './block-sql.ts';
