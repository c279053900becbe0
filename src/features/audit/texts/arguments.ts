/** Written by `npm run texts` from en.json. */
export {};

declare module '#platform/shared/texts/text-arguments.ts' {
  interface TextArguments {
    'audit.about.listing': null;
    'audit.about.message': null;
    'audit.about.review': null;
    'audit.about.user': null;
    'audit.action.accepted-editions-changed': null;
    'audit.action.admin-granted': null;
    'audit.action.appeal-decided': null;
    'audit.action.appeal-received': null;
    'audit.action.book-deleted': null;
    'audit.action.campus-changed': null;
    'audit.action.campus-icon-changed': null;
    'audit.action.case-closed': null;
    'audit.action.case-released': null;
    'audit.action.case-taken': null;
    'audit.action.courses-imported': null;
    'audit.action.edition-split': null;
    'audit.action.email-barred': null;
    'audit.action.email-unbarred': null;
    'audit.action.evidence-read': null;
    'audit.action.first-listing-approved': null;
    'audit.action.measure-lifted': null;
    'audit.action.measure-taken': null;
    'audit.action.neighbor-confirmed': null;
    'audit.action.neighbor-ended': null;
    'audit.action.neighbor-proposed': null;
    'audit.action.notice-received': null;
    'audit.action.passkeys-deleted': null;
    'audit.action.place-added': null;
    'audit.action.place-deleted': null;
    'audit.action.place-edited': null;
    'audit.action.places-ordered': null;
    'audit.action.report-handled': null;
    'audit.action.report-received': null;
    'audit.action.review-removed': null;
    'audit.action.role-granted': null;
    'audit.action.role-revoked': null;
    'audit.action.support-answered': null;
    'audit.action.support-closed': null;
    'audit.action.support-reopened': null;
    'audit.action.test-data-cleaned': null;
    'audit.action.textbooks-seeded': null;
    'audit.action.user-deleted': null;
    'audit.action.works-joined': null;
    'audit.detail.cause': { cause: string };
    'audit.detail.deleted-user': { mark: string };
    'audit.detail.listing': { mark: string };
    'audit.detail.listings': { count: number };
    'audit.detail.rows': { count: number };
    'audit.entry.by': { actor: string; time: Tag };
    'audit.entry.command-line': null;
    'audit.entry.deleted-admin': null;
    'audit.entry.outside': null;
    'audit.entry.program': null;
    'audit.log.failed': null;
    'audit.log.loading': null;
    'audit.log.none': null;
    'audit.log.none-text': null;
    'audit.log.title': null;
    'audit.report.dismissed': null;
    'audit.report.reopened': null;
    'audit.report.resolved': null;
  }
}
