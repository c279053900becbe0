import { expect, it } from 'vitest';
import { auditActionLabel, auditDetailLabels } from './audit-labels.ts';

const entry = { id: 1, actor: null, person: null, at: '2026-11-21T08:00:00.000Z' };

it('have labels for the actions on a report', () => {
  const words = ['acted', 'dismissed', 'open'].map((status) =>
    auditActionLabel({ action: 'report-handled', details: { status } }),
  );
  expect(words).toEqual(['Resolved a report', 'Dismissed a report', 'Reopened a report']);
});

it('leave out ids and values without a label', () => {
  const of = (
    more: Pick<Parameters<typeof auditDetailLabels>[0], 'action' | 'targetKind' | 'targetId' | 'details'>,
  ) => auditDetailLabels({ ...entry, ...more });
  const id = '019e9be7-0000-7000-8000-0000009be71c';
  expect(
    of({
      action: 'report-handled',
      targetKind: 'report',
      targetId: id,
      details: { status: 'acted', kind: 'book', userId: id },
    }),
  ).toEqual(['About a listing']);
  expect(of({ action: 'book-deleted', targetKind: 'book', targetId: id, details: { seller: id } })).toEqual([
    'Listing …9be71c',
  ]);
  expect(
    of({ action: 'test-data-cleaned', targetKind: null, targetId: null, details: { listings: 1204 } }),
  ).toEqual(['1,204 listings']);
});
