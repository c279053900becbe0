/** What every page shows of conversations: part of the first script. */
export { useUnreadCount } from './use-unread-count.ts';
