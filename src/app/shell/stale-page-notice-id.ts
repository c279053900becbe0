/** The id of the notice above a stale page, which the server sends while it cannot make a new one. */
export const STALE_PAGE_NOTICE_ID = 'stale-page-notice';
