import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import lighthouse from 'lighthouse';
import { openBrowser } from '../load/browser.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { atLeast, type ReportRow } from '../results/report.ts';
import { median } from '../results/statistics.ts';

const SCORE_AIM = 0.97;
const RUNS = 5;
const EMPTY_PAGE = '/an-empty-page';

/** Audits whose values, in milliseconds, are shown. */
const shownTimings = ['total-blocking-time', 'largest-contentful-paint'];

/** What the runs have found of a page: `faults` are the audits that failed, with the elements that they name. */
type Found = {
  name: string;
  address: string;
  scores: Map<string, number[]>;
  timings: Map<string, number[]>;
  faults: Map<string, string>;
};

/**
 * Lighthouse with its mobile settings and real throttling (not simulated); the median of each category. In turn, so that
 * other load on the machine affects all pages; an empty page is the reference.
 */
export async function measureLighthouse(market: BenchEnvironment): Promise<ReportRow[]> {
  await using passage = await openPassage(market.port);
  const origin = `http://127.0.0.1:${passage.port}`;
  const [bookId] = await market.bare.bookIds(1);
  const home = openFound('Home', `${origin}/`);
  const book = openFound('book page', `${origin}/book/${bookId}`);
  const empty = openFound('empty page', `${origin}${EMPTY_PAGE}`);
  for (let run = 0; run < RUNS; run += 1) for (const page of [home, book, empty]) await auditPage(page);
  const reference = `${empty.name}: performance ${median(empty.scores.get('performance')!).toFixed(2)}, ${describeTimings(empty)}`;
  return [home, book].map((page) => toRow(page, reference));
}

const openFound = (name: string, address: string): Found => ({
  name,
  address,
  scores: new Map(),
  timings: new Map(shownTimings.map((audit) => [audit, []])),
  faults: new Map(),
});

/**
 * A port in front of another that leaves `Referrer-Policy` out: Lighthouse 13.5 takes a document with one for aborted,
 * in Chromium 147.
 */
async function openPassage(to: number): Promise<{ port: number } & AsyncDisposable> {
  const server = createServer((incoming, response) => {
    if (incoming.url === EMPTY_PAGE) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end('<!doctype html><html lang="en"><title>Empty</title><p>Empty</p></html>');
      return;
    }
    const headers = { ...incoming.headers, host: `127.0.0.1:${to}` };
    const target = { host: '127.0.0.1', port: to, path: incoming.url, method: incoming.method, headers };
    const asked = request(target, (passed) => {
      const { 'referrer-policy': _, ...others } = passed.headers;
      response.writeHead(passed.statusCode!, others);
      passed.pipe(response);
    });
    incoming.pipe(asked).on('error', () => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type AuditResult = { displayValue?: string; details?: object };

/** The value of an audit, and the elements that it names. */
function describeAudit({ displayValue = '', details }: AuditResult): string {
  const { items = [] } = (details ?? {}) as { items?: { node?: { selector?: string } }[] };
  return [displayValue, ...items.flatMap(({ node }) => node?.selector ?? [])].join(' ').trim();
}

async function auditPage({ address, scores, timings, faults }: Found): Promise<void> {
  // A new browser each time, with an empty cache.
  await using opened = await openBrowser();
  const result = await lighthouse(address, {
    port: opened.debuggingPort,
    output: 'json',
    logLevel: 'error',
    throttlingMethod: 'devtools',
  });
  if (result === undefined) throw new Error(`Lighthouse returned no scores for ${address}`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(`${address}: ${runtimeError.message}`);
  for (const [audit, all] of timings) {
    const { numericValue, errorMessage } = audits[audit]!;
    if (numericValue === undefined) throw new Error(`${address}: ${audit}: ${errorMessage ?? 'no value'}`);
    all.push(numericValue);
  }
  for (const { id, score, auditRefs } of Object.values(categories)) {
    scores.set(id, [...(scores.get(id) ?? []), score ?? 0]);
    for (const { id: audit, weight } of auditRefs) {
      const found = audits[audit]?.score;
      if (weight > 0 && found != null && found < 0.9) faults.set(audit, describeAudit(audits[audit]!));
    }
  }
}

const describeTimings = ({ timings }: Found): string =>
  [...timings].map(([audit, all]) => `${audit} ${Math.round(median(all))} ms`).join(', ');

function toRow(found: Found, reference: string): ReportRow {
  const { name, scores, faults } = found;
  const medians = [...scores].map(([id, all]) => [id, median(all)] as const);
  const lowest = Math.min(...medians.map(([, score]) => score));
  const named = [...faults].map((fault) => fault.join(' ').trim());
  const short = lowest < SCORE_AIM && named.length > 0 ? ` · ${named.join(', ')}` : '';
  const shown = medians.map(([id, score]) => `${id} ${score.toFixed(2)}`).join(', ');
  return {
    figure: `Lighthouse mobile, ${name}`,
    measured: `${shown}, ${describeTimings(found)}${short}`,
    reference,
    aim: atLeast(lowest, SCORE_AIM),
  };
}
