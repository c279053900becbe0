/** What other features may use of meetings on the server. */
export { shownMissedSql } from './outcomes/count-missed.ts';
