/** What can be reported, and why. Pure: no I/O, nothing but the language. */

export const reportKinds = ['book', 'message', 'user'] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportReasons = ['fake', 'spam', 'inappropriate', 'harassment', 'unsafe', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** 'open' until an administrator has dealt with it: 'acted' (on the screens: resolved) or 'dismissed' as nothing. */
export const reportStatuses = ['open', 'acted', 'dismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** Characters of what somebody adds in their own words. */
export const MAX_REPORT_TEXT_LENGTH = 1000;

/** Open reports of one person within a day: enough for a bad day, too few for burying the others. */
export const reportRateLimit = { most: 20, within: 24 * 60 * 60_000 } as const;
