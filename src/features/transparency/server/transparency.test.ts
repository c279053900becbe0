import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { ActionDetails, AdminAction } from '#features/audit/rules.ts';
import { measureReasons } from '#features/moderation/rules.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { TestApp } from '#tests/support/server/test-app.ts';
import { toFew, toTotal } from '../figures.ts';

let app: TestApp;
beforeAll(async () => void (app = await TestApp.start()));
afterAll(() => app.stop());

type Entry = { action: AdminAction; details: ActionDetails; day: number };

const record = (year: number, entries: readonly Entry[]) =>
  app.database.transaction(async (tx) => {
    for (const { action, details, day } of entries)
      await recordAdminAction(tx, { actorId: null, action, details, now: new Date(Date.UTC(year, 0, day)) });
  });

const figuresOf = async (year: number) => {
  app.clock.advance({ minutes: 1 });
  return (await app.visitor().get(`/api/transparency?year=${year}`)).body;
};

const entry: fc.Arbitrary<Entry> = fc
  .record({
    action: fc.constantFrom<AdminAction>(
      'report-received',
      'notice-received',
      'measure-taken',
      'measure-lifted',
      'appeal-received',
      'appeal-decided',
      'case-closed',
      'case-taken',
      'book-deleted',
    ),
    reason: fc.constantFrom(...measureReasons),
    source: fc.constantFrom('report', 'notice', 'program', 'staff'),
    outcome: fc.constantFrom('upheld', 'reversed'),
    hours: fc.integer({ min: 0, max: 4_000 }).map((tenths) => tenths / 10),
    day: fc.integer({ min: 1, max: 365 }),
  })
  .map(({ day, action, ...details }) => ({ action, details, day }));

/** The figures by counting entry by entry. */
function countNaively(entries: readonly Entry[]) {
  const count = (action: AdminAction, details: ActionDetails = {}) =>
    entries.filter(
      (one) =>
        one.action === action &&
        Object.entries(details).every(([name, value]) => one.details[name] === value),
    ).length;
  const columnOf = (action: AdminAction) => measureReasons.map((reason) => count(action, { reason }));
  const hours = entries
    .filter(({ action }) => action === 'case-closed' || action === 'appeal-decided')
    .map(({ details }) => details['hours'] as number)
    .toSorted((one, other) => one - other);
  const middle = hours.slice(Math.ceil(hours.length / 2) - 1, Math.floor(hours.length / 2) + 1);
  return {
    reports: toTotal(columnOf('report-received')),
    notices: toTotal(columnOf('notice-received')),
    measures: toTotal(columnOf('measure-taken')),
    byReason: measureReasons.map((reason, index) => ({
      reason,
      reports: toFew(columnOf('report-received')[index]!),
      notices: toFew(columnOf('notice-received')[index]!),
      measures: toFew(columnOf('measure-taken')[index]!),
    })),
    appeals: toFew(count('appeal-received')),
    reversals: toFew(count('appeal-decided', { outcome: 'reversed' })),
    byProgram: toFew(count('measure-taken', { source: 'program' })),
    medianHours: hours.length < 5 ? null : middle.reduce((sum, hour) => sum + hour, 0) / middle.length,
  };
}

it('equals the audit log for any history, each year alone', async () => {
  let year = 2100;
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 120 }), async (entries) => {
      year += 1;
      await record(year, entries);
      const { medianHours, years, ...figures } = await figuresOf(year);
      const { medianHours: median, ...naive } = countNaively(entries);
      expect(figures).toEqual({ year, ...naive });
      if (median === null) expect(medianHours).toBeNull();
      else expect(medianHours).toBeCloseTo(median, 0);
      const counted = entries.some(
        ({ action }) => !['measure-lifted', 'case-closed', 'case-taken', 'book-deleted'].includes(action),
      );
      expect(years.includes(year)).toBe(counted);
    }),
    { numRuns: 25 },
  );
});

it('is empty in a year without entries, and refuses what is no year', async () => {
  expect(await figuresOf(2099)).toMatchObject({
    year: 2099,
    reports: 0,
    byReason: measureReasons.map((reason) => ({ reason, reports: 0, notices: 0, measures: 0 })),
    medianHours: null,
  });
  expect((await app.visitor().get('/api/transparency?year=soon')).status).toBe(400);
});

it('counts the turn of the year in UTC', async () => {
  const report: Entry = { action: 'report-received', details: { reason: 'spam' }, day: 1 };
  await record(
    2090,
    Array.from({ length: 5 }, () => report),
  );
  await record(
    2089,
    Array.from({ length: 6 }, () => ({ ...report, day: 365 })),
  );
  expect([(await figuresOf(2090)).reports, (await figuresOf(2089)).reports]).toEqual([5, 6]);
});

it('counts the days before yesterday once, and what comes in since each time', async () => {
  const now = app.clock.now();
  const report = (daysAgo: number, reason: string) =>
    app.database.transaction(async (tx) => {
      for (let number = 0; number < 5; number += 1)
        await recordAdminAction(tx, {
          actorId: null,
          action: 'report-received',
          details: { reason },
          now: new Date(now.getTime() - daysAgo * DAY_MS),
        });
    });
  const year = now.getUTCFullYear();
  const reports = async () => (await figuresOf(year)).reports;
  await figuresOf(year);
  const query = vi.spyOn(app.database.pool, 'query');
  await report(0, 'spam');
  expect(await reports()).toBe(5);
  const ranges = query.mock.calls.flatMap(([statement, values]: readonly unknown[]) =>
    /FROM audit_entries/.test((statement as { text: string }).text) ? [JSON.stringify(values)] : [],
  );
  query.mockRestore();
  expect(ranges).toHaveLength(2);
  const yesterday = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - DAY_MS).toISOString();
  for (const range of ranges) expect(range).toContain(yesterday);
  // Kept days are not counted again: nobody writes into them any more.
  await report(40, 'scam');
  expect(await reports()).toBe(5);
  app.clock.advance({ days: 3 });
  await report(-3, 'scam');
  expect(await reports()).toBe(10);
});
