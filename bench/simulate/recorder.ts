import { percentile } from '../results/statistics.ts';
import type { Feature } from './day-model.ts';

/** What became of one arrival: refused by a rate limit, failed with a reason, or done. */
export type Outcome = 'done' | 'limited' | { failed: string };

export type FeatureResult = {
  count: number;
  p50: number;
  p99: number;
  limited: number;
  failed: number;
  /** How often each reason occurred. */
  reasons: Map<string, number>;
};

type Entry = { latencies: number[]; limited: number; reasons: Map<string, number> };

/** Latencies and failures by feature. A latency begins at the planned moment, not when it was sent. */
export class Recorder {
  readonly #entries = new Map<Feature, Entry>();

  record(feature: Feature, latencyMs: number, outcome: Outcome): void {
    const entry: Entry = this.#entries.get(feature) ?? { latencies: [], limited: 0, reasons: new Map() };
    this.#entries.set(feature, entry);
    if (outcome === 'done') entry.latencies.push(latencyMs);
    else if (outcome === 'limited') entry.limited += 1;
    else entry.reasons.set(outcome.failed, (entry.reasons.get(outcome.failed) ?? 0) + 1);
  }

  results(): Map<Feature, FeatureResult> {
    return new Map(
      [...this.#entries].map(([feature, { latencies, limited, reasons }]) => {
        const failed = [...reasons.values()].reduce((sum, count) => sum + count, 0);
        return [
          feature,
          {
            count: latencies.length + limited + failed,
            p50: percentile(latencies, 0.5),
            p99: percentile(latencies, 0.99),
            limited,
            failed,
            reasons,
          },
        ];
      }),
    );
  }
}
