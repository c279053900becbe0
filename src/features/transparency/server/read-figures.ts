import type { AdminAction } from '#features/audit/rules.ts';
import { type AuditCount, countAuditEntries, medianOfAuditDetail } from '#features/audit/server/public.ts';
import { type MeasureReason, measureReasons } from '#features/moderation/rules.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { TransparencyFigures } from '../contract.ts';
import { toFew, toTotal } from '../figures.ts';

const counted = [
  'report-received',
  'notice-received',
  'measure-taken',
  'appeal-received',
  'appeal-decided',
] as const satisfies AdminAction[];
const decided = ['case-closed', 'appeal-decided'] as const satisfies AdminAction[];
const details = ['reason', 'source', 'outcome'] as const;

type Count = AuditCount<(typeof details)[number]>;

/** So many decisions give a median: fewer could be recognized. */
const MIN_DECISIONS = 5;

/** The figures of a year (UTC), from the audit log alone. */
export async function readFigures(
  { database: { orm } }: Pick<ServerContext, 'database'>,
  year: number,
): Promise<TransparencyFigures> {
  const [counts, hours] = await Promise.all([
    countAuditEntries(orm, counted, details),
    medianOfAuditDetail(orm, {
      actions: decided,
      detail: 'hours',
      from: new Date(Date.UTC(year, 0)),
      until: new Date(Date.UTC(year + 1, 0)),
    }),
  ]);
  const ofYear = counts.filter((row) => row.year === year);
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
    years: [...new Set(counts.map((row) => row.year))].toSorted((one, other) => other - one),
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
    medianHours: hours.count < MIN_DECISIONS ? null : Math.round(hours.median! * 10) / 10,
    byProgram: toFew(sum('measure-taken', ({ source }) => source === 'program')),
  };
}

const toReason = (reason: string | null): MeasureReason =>
  measureReasons.find((known) => known === reason) ?? 'other';
