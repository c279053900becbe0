export { mountBlocks } from './mount.ts';
export type { BlockHook } from './block-user.ts';
export { blockChanged } from './block-events.ts';
export { exportBlocks } from './export-blocks.ts';
/** For joins and foreign keys; written by this feature alone. */
export { blocks } from './table.ts';
