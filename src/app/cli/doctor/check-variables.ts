import { environment } from '../../server/environment.ts';
import { type Finding, warning } from './finding.ts';

/** Read by libraries of ours. */
const READ_ELSEWHERE = ['OTEL_EXPORTER_OTLP_HEADERS'];

const known = [...Object.keys(environment.shape), ...READ_ELSEWHERE];

/** Shorter names resemble too many of the system: HOME is not HOST. */
const MIN_LENGTH_FOR_TWO_SLIPS = 8;

/** Finds unknown variables that resemble a known one: a misspelt variable has no effect. */
export function checkVariables(variables: Record<string, string | undefined>): Finding[] {
  const strangers = Object.keys(variables).filter((name) => !known.includes(name));
  return strangers.flatMap((name) => {
    const meant = known.find((one) => resembles(name, one) && !variables[one]);
    if (meant === undefined) return [];
    const text = `${name} is not a variable of BookSwap, and is ignored.`;
    return [warning('configuration', text, `Did you mean ${meant}?`)];
  });
}

/** A slip or two, or words that were left out: S3_SECRET_KEY for S3_SECRET_ACCESS_KEY. */
function resembles(name: string, one: string): boolean {
  const given = name.toUpperCase().replaceAll('-', '_');
  if (given === one || given.replaceAll('_', '') === one.replaceAll('_', '')) return true;
  const [words, all] = [given.split('_'), one.split('_')];
  if (words.length > 1 && words.every((word) => all.includes(word))) return true;
  const slips = Math.min(given.length, one.length) < MIN_LENGTH_FOR_TWO_SLIPS ? 1 : 2;
  return Math.abs(given.length - one.length) <= slips && countEdits(given, one) <= slips;
}

function countEdits(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = one[i - 1] === other[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + changed,
        swapped ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows.at(-1)!.at(-1)!;
}
