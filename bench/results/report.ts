import { cpus, totalmem } from 'node:os';
import type { Measured } from '../load/interleave.ts';

/** One line of the table. A figure without a target has no verdict. */
export type ReportRow = {
  figure: string;
  measured: string;
  reference?: string;
  /** Product over reference. */
  ratio?: number;
  aim?: { text: string; met: boolean };
  /** Compared with the figure of an external server, if that is measured in the same run. */
  comparable?: { value: number; maxRatio: number };
};

export type ReportTable = { title: string; rows: ReportRow[] };

export const atLeast = (value: number, aim: number) => ({ text: `≥ ${aim}`, met: value >= aim });
export const below = (value: number, aim: number, unit: string) => ({
  text: `< ${aim} ${unit}`,
  met: value < aim,
});
export const atMost = (value: number, aim: number, unit: string) => ({
  text: `≤ ${aim} ${unit}`,
  met: value <= aim,
});

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const whole = (value: number): string => number.format(value);

/** Milliseconds with the significant digits only. */
export const milliseconds = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** '5,120/s · 180 µs CPU · p50 1.4 ms, p95 3.2 ms' */
function rate({ perSecond, cpu, p50, p95 }: Measured): string {
  const cost = cpu === undefined ? '' : ` · ${whole(cpu)} µs CPU`;
  return `${whole(perSecond)}/s${cost} · p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)} ms`;
}

/** Requests of the product compared with its reference. */
export function rateRow(
  figure: string,
  { product, reference }: { product: Measured; reference: Measured },
  aim?: number,
): ReportRow {
  const ratio = product.perSecond / reference.perSecond;
  return {
    figure,
    measured: rate(product),
    reference: rate(reference),
    ratio,
    ...(aim !== undefined && { aim: atLeast(ratio, aim) }),
  };
}

/** The same in CPU time per request, which other load on the machine changes less than rates. */
export function cpuRow(
  figure: string,
  { product, reference }: { product: Measured; reference: Measured },
  maxRatio: number,
): ReportRow {
  const ratio = (product.cpu ?? NaN) / (reference.cpu ?? NaN);
  const aim = { text: `≤ ${maxRatio} in CPU`, met: ratio <= maxRatio };
  return { figure, measured: rate(product), reference: rate(reference), ratio, aim };
}

/** The rows of the embedded server. Comparable ones use an external server as their reference. */
export function withExternalReference(
  embedded: readonly ReportRow[],
  external: readonly ReportRow[],
): ReportRow[] {
  return embedded.map((row) => {
    const other = external.find(({ figure }) => figure === row.figure);
    if (!row.comparable || !other?.comparable) return row;
    const ratio = row.comparable.value / other.comparable.value;
    const aim = { text: `≤ ${row.comparable.maxRatio}`, met: ratio <= row.comparable.maxRatio };
    return { ...row, reference: other.measured, ratio, aim };
  });
}

/** Markdown tables, each under its title. */
export function markdown(tables: readonly ReportTable[]): string {
  return tables
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) =>
      [
        `**${title}**`,
        '',
        '| | measured | reference | ratio | aim | |',
        '|---|---|---|---|---|---|',
        ...rows.map(
          ({ figure, measured, reference = '', ratio, aim }) =>
            `| ${[figure, measured, reference, ratio?.toFixed(2) ?? '', aim?.text ?? '', verdict(aim)].join(' | ')} |`,
        ),
      ].join('\n'),
    )
    .join('\n\n');
}

const verdict = (aim: ReportRow['aim']): string => (aim === undefined ? '' : aim.met ? 'met' : '**short**');

/** The machine of the measurement. */
export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${memory} GB, ${process.platform} ${process.arch}, Node ${process.version}`;
}
