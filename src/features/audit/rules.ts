import type { PlainTextId } from '#platform/shared/texts/t.ts';

/** The actions of the team, and what reached it, as the audit log stores them. No I/O. */

/** Every action with the text of the dashboard. Stored names never change. */
export const adminActions = {
  'admin-granted': 'audit.action.admin-granted',
  'role-granted': 'audit.action.role-granted',
  'role-revoked': 'audit.action.role-revoked',
  'passkeys-deleted': 'audit.action.passkeys-deleted',
  'book-deleted': 'audit.action.book-deleted',
  'user-deleted': 'audit.action.user-deleted',
  // The stored names of a ban.
  'email-barred': 'audit.action.email-barred',
  'email-unbarred': 'audit.action.email-unbarred',
  'test-data-cleaned': 'audit.action.test-data-cleaned',
  'textbooks-seeded': 'audit.action.textbooks-seeded',
  'courses-imported': 'audit.action.courses-imported',
  'accepted-editions-changed': 'audit.action.accepted-editions-changed',
  'works-joined': 'audit.action.works-joined',
  'edition-split': 'audit.action.edition-split',
  'support-answered': 'audit.action.support-answered',
  'support-closed': 'audit.action.support-closed',
  'support-reopened': 'audit.action.support-reopened',
  'report-handled': 'audit.action.report-handled',
  'evidence-read': 'audit.action.evidence-read',
  'review-removed': 'audit.action.review-removed',
  'place-added': 'audit.action.place-added',
  'place-edited': 'audit.action.place-edited',
  'place-deleted': 'audit.action.place-deleted',
  'places-ordered': 'audit.action.places-ordered',
  'campus-changed': 'audit.action.campus-changed',
  'campus-icon-changed': 'audit.action.campus-icon-changed',
  'neighbor-proposed': 'audit.action.neighbor-proposed',
  'neighbor-confirmed': 'audit.action.neighbor-confirmed',
  'neighbor-ended': 'audit.action.neighbor-ended',
  'report-received': 'audit.action.report-received',
  'notice-received': 'audit.action.notice-received',
  'measure-taken': 'audit.action.measure-taken',
  'measure-lifted': 'audit.action.measure-lifted',
  'appeal-received': 'audit.action.appeal-received',
  'appeal-decided': 'audit.action.appeal-decided',
  'case-taken': 'audit.action.case-taken',
  'case-released': 'audit.action.case-released',
  'case-closed': 'audit.action.case-closed',
  'first-listing-approved': 'audit.action.first-listing-approved',
} as const satisfies Record<string, PlainTextId>;
export type AdminAction = keyof typeof adminActions;

export const isAdminAction = (action: string): action is AdminAction => Object.hasOwn(adminActions, action);

/** Counts and ids only, never a name, an address or text of a user: entries outlive the users. */
export type ActionDetails = Record<string, string | number | boolean>;

export type ActionTarget = {
  kind:
    | 'book'
    | 'user'
    | 'report'
    | 'support'
    | 'place'
    | 'review'
    | 'message'
    | 'page'
    | 'case'
    | 'measure'
    | 'notice'
    | 'appeal';
  id: string;
};
