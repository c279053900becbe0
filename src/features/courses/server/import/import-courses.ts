import type { Database } from '#platform/server/database/database.ts';
import type { ImportReport } from '../../contract.ts';
import { MAX_REPORTED_LINES, MAX_REPORTED_TERMS } from '../../rules.ts';
import { changeLists, planRows } from './change-lists.ts';
import { type Cells, columns, OPTIONAL_COLUMN, toCsv } from './csv-file.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { word } from '#platform/shared/texts/word.ts';
import { parseCourses, type ParsedCourses, type RefusedRow } from './parse-courses.ts';
import type { ImportPlan } from './plan-import.ts';

type PlannedReport = Omit<ImportReport, 'refused'> & { refused: RefusedRow[] };

/** The report in the language of its reader. */
export const wordReport = (report: PlannedReport, locale: Locale): ImportReport => ({
  ...report,
  refused: report.refused.map((row) => ({ ...row, reason: word(row.reason, locale) })),
});

/** What importing a file would change. Throws 'invalid-file', 'too-many-rows' and 'too-many-courses'. */
export async function previewImport(database: Database, csv: string): Promise<PlannedReport> {
  const parsed = parseCourses(csv);
  return database.transaction(async (tx) => toReport(parsed, await planRows(tx, parsed.rows)));
}

/** All lines that importing a file would refuse, with the reasons, as a file. Throws as the preview does. */
export async function exportRefusedLines(database: Database, csv: string, locale: Locale): Promise<string> {
  const parsed = parseCourses(csv);
  const planned = await database.transaction((tx) => planRows(tx, parsed.rows));
  const hasEditions = [...parsed.cells.values()].some(({ editions }) => editions !== undefined);
  const names: readonly (keyof Cells)[] = hasEditions ? [...columns, OPTIONAL_COLUMN] : columns;
  return toCsv(
    ['line', 'reason', ...names],
    allRefused(parsed, planned).map(({ line, reason }) => {
      const cells = parsed.cells.get(line);
      return [`${line}`, word(reason, locale), ...names.map((name) => cells?.[name] ?? '')];
    }),
  );
}

/** Imports a file without refused lines; without an actor for the demo. Throws what the preview throws. */
export async function importCourses(
  database: Database,
  { actorId, csv, now }: { actorId: string | null; csv: string; now: Date },
): Promise<PlannedReport> {
  const parsed = parseCourses(csv);
  const change = { actorId, action: 'courses-imported', now } as const;
  const planned = await changeLists(database, change, (tx) => planRows(tx, parsed.rows));
  return toReport(parsed, planned);
}

/** All refused lines in the order of the file. */
const allRefused = (parsed: ParsedCourses, plan: ImportPlan): RefusedRow[] =>
  [...parsed.refused, ...plan.refused].toSorted((one, other) => one.line - other.line);

function toReport(parsed: ParsedCourses, plan: ImportPlan): PlannedReport {
  const all = allRefused(parsed, plan);
  const {
    courses: _courses,
    books: _books,
    former: _former,
    terms: _terms,
    refused: _refused,
    ...counts
  } = plan;
  return {
    ...counts,
    rowCount: parsed.rowCount,
    separator: parsed.separator,
    formerCount: plan.former.length,
    termChanges: countTerms(plan.terms),
    refusedCount: all.length,
    refused: all.slice(0, MAX_REPORTED_LINES),
  };
}

/** Those of most courses first. */
function countTerms(terms: ImportPlan['terms']): ImportReport['termChanges'] {
  const groups = Map.groupBy(terms, ({ from, to }) => JSON.stringify([from, to]));
  return [...groups.values()]
    .map((same) => ({ ...same[0]!, courseCount: same.length }))
    .toSorted((one, other) => other.courseCount - one.courseCount)
    .slice(0, MAX_REPORTED_TERMS);
}
