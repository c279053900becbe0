import type { AdminAction } from '#features/audit/rules.ts';
import { type MeasureReason, measureReasons } from '#features/moderation/rules.ts';
import type { TransparencyFigures } from '../contract.ts';
import { toFew, toTotal } from '../figures.ts';
import type { Count, Hours, KeptCounts } from './kept-counts.ts';

/** So many decisions give a median: fewer could be recognized. */
const MIN_DECISIONS = 5;

/** The figures of a year (UTC), from the audit log alone. */
export async function readFigures(kept: KeptCounts, year: number): Promise<TransparencyFigures> {
  const { entries, hours } = await kept.read();
  const ofYear = entries.filter((row) => row.year === year);
  const sum = (action: AdminAction, isCounted: (row: Count) => boolean = () => true) =>
    ofYear
      .filter((row) => row.action === action && isCounted(row))
      .reduce((total, { count }) => total + count, 0);
  const byReason = measureReasons.map((reason) => {
    const isOf = (row: Count) => toReason(row.reason) === reason;
    return {
      reason,
      reports: sum('report-received', isOf),
      notices: sum('notice-received', isOf),
      measures: sum('measure-taken', isOf),
    };
  });
  return {
    year,
    years: [...new Set(entries.map((row) => row.year))].toSorted((one, other) => other - one),
    reports: toTotal(byReason.map(({ reports }) => reports)),
    notices: toTotal(byReason.map(({ notices }) => notices)),
    measures: toTotal(byReason.map(({ measures }) => measures)),
    byReason: byReason.map(({ reason, reports, notices, measures }) => ({
      reason,
      reports: toFew(reports),
      notices: toFew(notices),
      measures: toFew(measures),
    })),
    appeals: toFew(sum('appeal-received')),
    reversals: toFew(sum('appeal-decided', ({ outcome }) => outcome === 'reversed')),
    medianHours: toMedian(hours.filter((row) => row.year === year)),
    byProgram: toFew(sum('measure-taken', ({ source }) => source === 'program')),
  };
}

const toReason = (reason: string | null): MeasureReason =>
  measureReasons.find((known) => known === reason) ?? 'other';

function toMedian(hours: readonly Hours[]): number | null {
  const values = hours.toSorted((one, other) => one.value - other.value);
  const total = values.reduce((sum, { count }) => sum + count, 0);
  if (total < MIN_DECISIONS) return null;
  let before = 0;
  const ends = values.map(({ value, count }) => ({ value, end: (before += count) }));
  const at = (position: number) => ends.find(({ end }) => position < end)!.value;
  return Math.round(((at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2) * 10) / 10;
}
