import lighthouse from 'lighthouse';
import { openBrowser } from './browser.ts';
import type { Market } from './market.ts';
import { atLeast, type Row } from './report.ts';
import { median } from './statistics.ts';

const aim = 0.97;
const runs = 3;

/** Lighthouse as it looks at a phone, really slowed down (not computed); the median of each category. */
export async function measureLighthouse(market: Market): Promise<Row[]> {
  const origin = `http://127.0.0.1:${market.port}`;
  const [book] = await market.bare.bookIds(1);
  return [
    await audited('Lighthouse mobile, Home', `${origin}/`),
    await audited('Lighthouse mobile, book page', `${origin}/book/${book}`),
  ];
}

async function audited(figure: string, address: string): Promise<Row> {
  const scores = new Map<string, number[]>();
  const faults = new Map<string, string>();
  for (let run = 0; run < runs; run += 1) {
    // A browser of its own each time: nothing cached, nothing left over.
    await using opened = await openBrowser();
    const result = await lighthouse(address, {
      port: opened.debuggingPort,
      output: 'json',
      logLevel: 'error',
      throttlingMethod: 'devtools',
    });
    if (result === undefined) throw new Error(`Lighthouse has nothing to say about ${address}`);
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
  const short = lowest < aim && named.length > 0 ? ` · ${named.join(', ')}` : '';
  return {
    figure,
    measured: medians.map(([id, score]) => `${id} ${score.toFixed(2)}`).join(', ') + short,
    aim: atLeast(lowest, aim),
  };
}
