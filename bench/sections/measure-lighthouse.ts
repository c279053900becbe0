import lighthouse from 'lighthouse';
import { openBrowser } from '../load/browser.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { atLeast, type ReportRow } from '../results/report.ts';
import { median } from '../results/statistics.ts';

const SCORE_AIM = 0.97;
const RUNS = 3;

/** Lighthouse with its mobile settings and real throttling (not simulated); the median of each category. */
export async function measureLighthouse(market: BenchEnvironment): Promise<ReportRow[]> {
  const origin = `http://127.0.0.1:${market.port}`;
  const [book] = await market.bare.bookIds(1);
  return [
    await audited('Lighthouse mobile, Home', `${origin}/`),
    await audited('Lighthouse mobile, book page', `${origin}/book/${book}`),
  ];
}

async function audited(figure: string, address: string): Promise<ReportRow> {
  const scores = new Map<string, number[]>();
  const faults = new Map<string, string>();
  for (let run = 0; run < RUNS; run += 1) {
    // A new browser each time, with an empty cache.
    await using opened = await openBrowser();
    const result = await lighthouse(address, {
      port: opened.debuggingPort,
      output: 'json',
      logLevel: 'error',
      throttlingMethod: 'devtools',
    });
    if (result === undefined) throw new Error(`Lighthouse returned no scores for ${address}`);
    const { categories, audits } = result.lhr;
    for (const { id, score, auditRefs } of Object.values(categories)) {
      scores.set(id, [...(scores.get(id) ?? []), score ?? 0]);
      for (const { id: audit, weight } of auditRefs) {
        const found = audits[audit]?.score;
        if (weight > 0 && found != null && found < 0.9) faults.set(audit, audits[audit]?.displayValue ?? '');
      }
    }
  }
  const medians = [...scores].map(([id, all]) => [id, median(all)] as const);
  const lowest = Math.min(...medians.map(([, score]) => score));
  const named = [...faults].map((fault) => fault.join(' ').trim());
  const short = lowest < SCORE_AIM && named.length > 0 ? ` · ${named.join(', ')}` : '';
  return {
    figure,
    measured: medians.map(([id, score]) => `${id} ${score.toFixed(2)}`).join(', ') + short,
    aim: atLeast(lowest, SCORE_AIM),
  };
}
