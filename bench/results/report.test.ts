import { expect, test } from 'vitest';
import { atLeast, below, cpuRow, markdown, rateRow, withExternalReference } from './report.ts';

const measured = (perSecond: number) => ({ perSecond, cpu: 40.4, p50: 1.23, p95: 12.3 });

test('a row of rates contains the ratio and whether the target is met', () => {
  const row = rateRow(
    'List',
    { product: measured(8_000), reference: { ...measured(10_000), cpu: undefined } },
    0.75,
  );
  expect(row).toEqual({
    figure: 'List',
    measured: '8,000/s · 40 µs CPU · p50 1.2, p95 12 ms',
    reference: '10,000/s · p50 1.2, p95 12 ms',
    ratio: 0.8,
    aim: { text: '≥ 0.75', met: true },
  });
});

test('a row of CPU contains the ratio of what a request costs, at all rates', () => {
  const product = { ...measured(500), cpu: 1_100 };
  const reference = { ...measured(10_000), cpu: 1_000 };
  expect(cpuRow('List', { product, reference }, 1.2)).toMatchObject({
    ratio: 1.1,
    aim: { text: '≤ 1.2 in CPU', met: true },
  });
  const unmeasured = { ...product, cpu: undefined };
  expect(cpuRow('List', { product: unmeasured, reference }, 1.2).aim).toMatchObject({ met: false });
});

test('a comparable row uses the figure of the external server as its reference', () => {
  const row = (figure: string, value: number) => ({
    figure,
    measured: `${value} ms`,
    comparable: { value, maxRatio: 1.2 },
  });
  expect(withExternalReference([row('A', 13), row('B', 1)], [row('A', 10)])).toEqual([
    { ...row('A', 13), reference: '10 ms', ratio: 1.3, aim: { text: '≤ 1.2', met: false } },
    row('B', 1),
  ]);
});

test('tables are Markdown; empty ones are omitted', () => {
  const rows = [
    { figure: 'A', measured: '1 s', aim: below(1, 1, 's') },
    { figure: 'B', measured: '2', reference: '4', ratio: 0.5, aim: atLeast(0.5, 0.4) },
    { figure: 'C', measured: '3' },
  ];
  expect(
    markdown([
      { title: 'Start', rows },
      { title: 'Empty', rows: [] },
    ]),
  ).toBe(
    [
      '**Start**',
      '',
      '| | measured | reference | ratio | aim | |',
      '|---|---|---|---|---|---|',
      '| A | 1 s |  |  | < 1 s | **short** |',
      '| B | 2 | 4 | 0.50 | ≥ 0.4 | met |',
      '| C | 3 |  |  |  |  |',
    ].join('\n'),
  );
});
