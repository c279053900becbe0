export { mountBlocks } from './mount.ts';
export type { BlockHook, NewBlock } from './block-user.ts';
export { blockChanged } from './block-events.ts';
export { exportBlocks } from './export-blocks.ts';
export { blockerSql, hasBlockedSql, isBlockedSql } from './block-sql.ts';
