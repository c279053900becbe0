/** The parts of blocking for other screens; not in the first script. */
export { blockDialog } from './lazy-block-dialog.ts';
export { BlockedNotice } from './blocked-notice.tsx';
export { BlockedUsers } from './blocked-users.tsx';
export { isBlockedQuery, useIsBlocked } from './block-queries.ts';
export { useBlockActions } from './use-block-actions.ts';
