import { expect, it } from 'vitest';
import type { AdminAction } from '../rules.ts';
import { auditActionLabel, auditDetailLabels } from './audit-labels.ts';

const entry = { id: 1, actor: null, person: null, at: '2026-11-21T08:00:00.000Z' };

it('have labels for the actions on a report', () => {
  const words = ['acted', 'dismissed', 'open'].map((status) =>
    auditActionLabel({ action: 'report-handled', details: { status } }),
  );
  expect(words).toEqual(['Resolved a report', 'Dismissed a report', 'Reopened a report']);
});

it('leave out ids and values without a label', () => {
  const labels = (
    action: AdminAction,
    targetKind: string | null,
    details: Parameters<typeof auditDetailLabels>[0]['details'],
  ) => auditDetailLabels({ ...entry, action, targetKind, targetId: targetKind && id, details });
  const id = '019e9be7-0000-7000-8000-0000009be71c';
  const handled = { status: 'acted', kind: 'book', userId: id };
  expect(labels('report-handled', 'report', handled)).toEqual(['About a listing']);
  expect(labels('book-deleted', 'book', { seller: id })).toEqual(['Listing …9be71c']);
  expect(labels('test-data-cleaned', null, { listings: 1204 })).toEqual(['1,204 listings']);
});
