import { formatThousands } from '#platform/shared/money.ts';
import type { AuditEntry } from '../contract.ts';
import { adminActions, isAdminAction } from '../rules.ts';

const handled: Record<string, string> = {
  acted: 'Resolved a report',
  dismissed: 'Dismissed a report',
  open: 'Reopened a report',
};
const reported: Record<string, string> = {
  book: 'About a listing',
  message: 'About a message',
  user: 'About a user',
  review: 'About a review',
};

export function auditActionLabel({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string {
  if (action === 'report-handled') return handled[String(details['status'])] ?? adminActions[action];
  return isAdminAction(action) ? adminActions[action] : action;
}

/** The end of an id: enough to recognize two entries of the same object. */
const mark = (id: string) => id.slice(-6);

/** The labels of the stored details, without ids and internal names. */
export function auditDetailLabels({ targetKind, targetId, details }: AuditEntry): string[] {
  const { kind, listings, rows, cause } = details;
  return [
    ...(targetKind === 'book' && targetId !== null ? [`Listing …${mark(targetId)}`] : []),
    ...(typeof kind === 'string' && reported[kind] !== undefined ? [reported[kind]] : []),
    ...(typeof listings === 'number'
      ? [listings === 1 ? '1 listing' : `${formatThousands(listings)} listings`]
      : []),
    ...(typeof rows === 'number' ? [rows === 1 ? '1 row' : `${formatThousands(rows)} rows`] : []),
    ...(cause === undefined ? [] : [`Part of ${cause}`]),
  ];
}

export const deletedUserLabel = (id: string): string => `Deleted user (…${mark(id)})`;
