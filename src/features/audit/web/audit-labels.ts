import { type PlainTextId, t } from '#platform/shared/texts/t.ts';
import { staffRoleTexts } from '#platform/shared/team/staff-role-texts.ts';
import { isStaffRole } from '#platform/shared/team/staff-roles.ts';
import type { AuditEntry } from '../contract.ts';
import { adminActions, isAdminAction } from '../rules.ts';

const handled: Record<string, PlainTextId> = {
  acted: 'audit.report.resolved',
  dismissed: 'audit.report.dismissed',
  open: 'audit.report.reopened',
};
const reported: Record<string, PlainTextId> = {
  book: 'audit.about.listing',
  message: 'audit.about.message',
  user: 'audit.about.user',
  review: 'audit.about.review',
};

export function auditActionLabel({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string {
  if (action === 'report-handled') return t(handled[String(details['status'])] ?? adminActions[action]);
  return isAdminAction(action) ? t(adminActions[action]) : action;
}

/** The end of an id: enough to recognize two entries of the same object. */
const mark = (id: string) => id.slice(-6);

/** The labels of the stored details, without ids and internal names. */
export function auditDetailLabels({ targetKind, targetId, details }: AuditEntry): string[] {
  const { kind, listings, role, rows, cause } = details;
  return [
    ...(targetKind === 'book' && targetId !== null
      ? [t('audit.detail.listing', { mark: mark(targetId) })]
      : []),
    ...(typeof kind === 'string' && reported[kind] !== undefined ? [t(reported[kind])] : []),
    ...(typeof role === 'string' && isStaffRole(role) ? [t(staffRoleTexts[role])] : []),
    ...(typeof listings === 'number' ? [t('audit.detail.listings', { count: listings })] : []),
    ...(typeof rows === 'number' ? [t('audit.detail.rows', { count: rows })] : []),
    ...(cause === undefined ? [] : [t('audit.detail.cause', { cause: String(cause) })]),
  ];
}

export const deletedUserLabel = (id: string): string => t('audit.detail.deleted-user', { mark: mark(id) });

/** Who acted, if no member of the team did: who reports or appeals is never named. */
export function withoutActorLabel({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string {
  if (action.endsWith('-received')) return t('audit.entry.outside');
  return t(details['source'] === 'program' ? 'audit.entry.program' : 'audit.entry.command-line');
}
