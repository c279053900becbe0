import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Recorder } from './recorder.ts';
import { findLoads, parseMetrics, type Sample } from './saturation.ts';
import { simulationReport } from './simulation-report.ts';

const own = { cpu: 0.2, lagMs: 3 };

/** One sample a second with this much CPU used since the last one. */
function samples(process: string, cpuSeconds: number[], lag = 0): Sample[] {
  let used = 0;
  return [0, ...cpuSeconds].map((step, index) => ({
    at: index * 1_000,
    process,
    metrics: parseMetrics(
      `# HELP x y\nprocess_cpu_user_seconds_total ${(used += step)}\nprocess_cpu_system_seconds_total 0\n` +
        `nodejs_eventloop_lag_p99_seconds ${lag}\n`,
    ),
  }));
}

test('the series of a metric are added up; comments and words are no values', () => {
  const text = '# TYPE a gauge\na{kind="x y",le="+Inf"} 2\na{kind="z"} 3.5\nb 1e3 1700000000\nc NaN\n';
  expect([...parseMetrics(text)]).toEqual([
    ['a', 5.5],
    ['b', 1_000],
  ]);
});

test('the first resource that is full for two samples is named, not a moment’s peak', () => {
  const loads = findLoads([
    ...samples('a', [0.2, 1, 0.3, 0.99, 1, 1]),
    ...samples('b', [0.2, 0.4, 1, 1, 0.3, 0.1]),
  ]);
  expect(loads[0]).toMatchObject({ resource: 'CPU of the process', process: 'b', fullAt: 3_000 });
  expect(loads[1]).toMatchObject({ process: 'a', fullAt: 4_000, highest: 1 });
  expect(
    simulationReport({ features: new Map(), loads, playedMs: 6_000, interrupted: false, own }),
  ).toContain('First to be full: CPU of the process of b, 3 s after the start.');
});

test('without a full one the nearest is named; without metrics nothing is claimed', () => {
  const loads = findLoads(samples('a', [0.2, 0.4], 0.105));
  const text = (given: typeof loads) =>
    simulationReport({ features: new Map(), loads: given, playedMs: 1, interrupted: false, own });
  expect(text(loads)).toContain('Nothing was full; nearest: event loop of a, 70 %.');
  expect(text([])).toContain('could not be read');
});

test('the report has a line for each feature, the reasons of errors, and says when it disturbs itself', () => {
  const recorder = new Recorder();
  for (let n = 1; n <= 100; n += 1) recorder.record('book', n, 'done');
  recorder.record('message', 0, 'limited');
  recorder.record('search', 0, { failed: '503' });
  recorder.record('search', 0, { failed: '503' });
  const result = {
    features: recorder.results(),
    loads: [],
    playedMs: 61_000,
    interrupted: true,
    own: { cpu: 0.95, lagMs: 3 },
  };
  const text = simulationReport(result);
  for (const line of [
    '| book | 100 | 50 | 99 | 0 | 0 |',
    '| message | 1 |  |  | 1 | 0 |',
    '  2 × search: 503',
    'THE LATENCIES CONTAIN ITS OWN DELAY',
    'Interrupted after 61 s.',
  ])
    expect(text).toContain(line);
});

test('every arrival is counted once, with any outcome', () => {
  const outcome = fc.constantFrom('done' as const, 'limited' as const, { failed: 'timeout' });
  fc.assert(
    fc.property(fc.array(outcome), (outcomes) => {
      const recorder = new Recorder();
      for (const one of outcomes) recorder.record('home', 1, one);
      const result = recorder.results().get('home');
      expect(result?.count ?? 0).toBe(outcomes.length);
      expect((result?.limited ?? 0) + (result?.failed ?? 0)).toBe(
        outcomes.filter((one) => one !== 'done').length,
      );
    }),
  );
});
