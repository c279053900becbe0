/** What can be reported, and why. Pure: no I/O, nothing but the language. */

export const reportKinds = ['book', 'message', 'user'] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportReasons = ['fake', 'spam', 'inappropriate', 'harassment', 'unsafe', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** 'open' until an administrator has dealt with it: 'acted' on it, or 'dismissed' it. */
export const reportStatuses = ['open', 'acted', 'dismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];
