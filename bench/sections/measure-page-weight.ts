import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { noteHydration, openPhoneWorld, phone } from '../load/phone-world.ts';
import { atMost, type ReportRow } from '../results/report.ts';
import type { PassedResponse, TlsProxy } from '../servers/tls-proxy.ts';

/** What is fetched until then counts. */
const AFTER_LOAD_MS = 4_000;
const MAX_REQUESTS = 12;
const MAX_PIECES = 15;
/** Script in kilobytes. */
const scriptAims: Record<string, number> = { Home: 90, Book: 105 };

/**
 * `usable`: requests until the page can be used. The rest until four seconds after it has loaded. `ahead`: scripts that
 * the service worker stores for offline use, no part of the page's `pieces`.
 */
type Weight = {
  usable: number;
  requests: number;
  bytes: number;
  scripts: number;
  pieces: number;
  ahead: number;
};

/**
 * What a phone fetches over HTTP/2 with brotli: each page as the first one of a browser, and again. The service worker's
 * requests count as such. Home and the book are a visitor's pages.
 */
export async function measurePageWeight(): Promise<ReportRow[]> {
  await using world = await openPhoneWorld();
  const { browser, origin, proxy } = world;
  const rows: ReportRow[] = [];
  for (const { name, path, isPrivate } of world.pages) {
    const context = await browser.newContext(isPrivate ? { ...phone, storageState: world.state } : phone);
    for (const visit of ['cold', 'warm']) {
      const weight = await visitPage(context, `${origin}${path}`, proxy);
      rows.push(...weightRows(name, visit, weight));
    }
    await context.close();
  }
  return rows;
}

async function visitPage(context: BrowserContext, address: string, proxy: TlsProxy): Promise<Weight> {
  const page = await context.newPage();
  await page.addInitScript(noteHydration);
  proxy.passed.length = 0;
  await page.goto(address, { waitUntil: 'load' });
  await delay(AFTER_LOAD_MS);
  const usable = await page.evaluate(() => {
    const { hydratedAt } = globalThis as { hydratedAt?: number };
    const entries = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
    // Nothing is transferred from a cache.
    return (entries as PerformanceResourceTiming[]).filter(
      ({ startTime, transferSize }) => transferSize > 0 && startTime < hydratedAt!,
    ).length;
  });
  const { passed } = proxy;
  const sum = (some: readonly PassedResponse[]) => some.reduce((total, { bytes }) => total + bytes, 0);
  const allScripts = passed.filter(({ type }) => type.includes('javascript'));
  const scripts = allScripts.filter(({ destination }) => destination === 'script');
  const weight = {
    usable,
    requests: passed.length,
    bytes: sum(passed),
    scripts: sum(scripts),
    pieces: scripts.length,
    ahead: allScripts.length - scripts.length,
  };
  if (process.env['BENCH_REQUESTS'] !== undefined)
    for (const { path, encoding, bytes } of passed) console.log(`    ${bytes} ${encoding} ${path}`);
  await page.close();
  return weight;
}

function weightRows(name: string, visit: string, weight: Weight): ReportRow[] {
  const { usable, requests, bytes, scripts, pieces, ahead } = weight;
  const kilobytes = (value: number) => `${(value / 1000).toFixed(1)} KB`;
  const scriptAim = visit === 'cold' ? scriptAims[name] : undefined;
  return [
    {
      figure: `${name}, ${visit}: requests until it can be used`,
      measured: `${usable}; ${requests} with ${kilobytes(bytes)} until 4 s after load`,
      ...(scriptAim !== undefined && { aim: atMost(usable, MAX_REQUESTS, 'requests') }),
    },
    {
      figure: `${name}, ${visit}: script until 4 s after load`,
      measured: `${kilobytes(scripts)} in ${pieces} pieces${ahead > 0 ? `, and ${ahead} stored for offline use` : ''}`,
      aim:
        scriptAim === undefined
          ? atMost(pieces, MAX_PIECES, 'pieces')
          : atMost(scripts / 1000, scriptAim, 'KB'),
    },
  ];
}
