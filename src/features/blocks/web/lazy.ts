/** The parts of blocking for other screens; not in the first script. */
export { default as BlockDialog } from './block-dialog.tsx';
export { BlockedNotice } from './blocked-notice.tsx';
export { BlockedUsers } from './blocked-users.tsx';
export { isBlockedQuery, useIsBlocked } from './block-queries.ts';
export { useBlockActions } from './use-block-actions.ts';
