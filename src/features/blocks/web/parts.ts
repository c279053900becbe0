/** What other screens show of blocking; none of it in the first script. */
export { default as BlockDialog } from './block-dialog.tsx';
export { BlockedLine } from './blocked-line.tsx';
export { BlockedPeople } from './blocked-people.tsx';
export { isBlockedQuery } from './block-queries.ts';
export { useBlocking } from './use-blocking.ts';
