import { milliseconds, whole } from '../results/report.ts';
import { type Feature, features } from './day-model.ts';
import type { FeatureResult } from './recorder.ts';
import type { Load } from './saturation.ts';

export type SimulationResult = {
  features: ReadonlyMap<Feature, FeatureResult>;
  loads: readonly Load[];
  /** Milliseconds of the plan that were played. */
  playedMs: number;
  interrupted: boolean;
  /** Of the simulation itself: the share of a core, and the p99 of its event loop lag. */
  own: { cpu: number; lagMs: number };
};

/** Above these the figures are those of this program rather than of the server. */
const OWN_LIMITS = { cpu: 0.9, lagMs: 50 };
const REASONS_SHOWN = 5;

/** The report as text. */
export function simulationReport(result: SimulationResult): string {
  return [
    ...featureTable(result.features),
    '',
    ...reasonLines(result.features),
    ...loadLines(result.loads),
    ...ownLines(result.own),
    ...(result.interrupted ? [`Interrupted after ${seconds(result.playedMs)}.`] : []),
  ].join('\n');
}

function featureTable(results: SimulationResult['features']): string[] {
  const cell = (value: number) => (Number.isNaN(value) ? '' : milliseconds(value));
  return [
    '| | count | p50 ms | p99 ms | refused by a limit | errors |',
    '|---|---|---|---|---|---|',
    ...features.flatMap((feature) => {
      const result = results.get(feature);
      if (result === undefined) return [];
      const { count, p50, p99, limited, failed } = result;
      return [
        `| ${feature} | ${whole(count)} | ${cell(p50)} | ${cell(p99)} | ${whole(limited)} | ${whole(failed)} |`,
      ];
    }),
  ];
}

function reasonLines(results: SimulationResult['features']): string[] {
  const reasons = [...results].flatMap(([feature, of]) =>
    [...of.reasons].map(([reason, count]) => ({ feature, reason, count })),
  );
  const most = reasons.toSorted((one, other) => other.count - one.count).slice(0, REASONS_SHOWN);
  return most.length === 0
    ? []
    : [
        'Errors:',
        ...most.map(({ feature, reason, count }) => `  ${whole(count)} × ${feature}: ${reason}`),
        '',
      ];
}

function loadLines(loads: readonly Load[]): string[] {
  const [first] = loads;
  if (first === undefined)
    return [
      'The server’s /metrics could not be read, so nothing is known about its resources (--metrics-token).',
    ];
  const verdict =
    first.fullAt === undefined
      ? `Nothing was full; nearest: ${first.resource} of ${first.process}, ${percent(first.highest)}.`
      : `First to be full: ${first.resource} of ${first.process}, ${seconds(first.fullAt)} after the start.`;
  return [
    verdict,
    ...loads.map(
      ({ resource, full, process, highest, highestAt }) =>
        `  ${resource} of ${process}: at most ${percent(highest)} of ${full}, at ${seconds(highestAt)}`,
    ),
  ];
}

function ownLines({ cpu, lagMs }: SimulationResult['own']): string[] {
  const text = `This program used ${percent(cpu)} of a core, and was ${milliseconds(lagMs)} ms late (p99).`;
  const disturbs = cpu > OWN_LIMITS.cpu || lagMs > OWN_LIMITS.lagMs;
  return [disturbs ? `${text} THE LATENCIES CONTAIN ITS OWN DELAY: use a second machine.` : text];
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
const seconds = (ms: number) => `${(ms / 1_000).toFixed(0)} s`;
