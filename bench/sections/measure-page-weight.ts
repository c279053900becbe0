import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { openBrowser } from '../load/browser.ts';
import { listWithPhotos } from './list-with-photos.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { atMost, type ReportRow } from '../results/report.ts';

const SCRIPT_AIM_KB = 100;
const PAGE_AIM_KB = 300;
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
/** Covers of Home's first page. */
const COVERS = 20;
/** Wait for prefetches after the page has loaded. */
const SETTLING_MS = 2_000;

/** Bytes; `ahead` is prefetched by scripts for likely next pages. */
type Weight = { requests: number; bytes: number; scripts: number; ahead: number };

/** The transfer size of a first visit on a phone: headers and bodies, compressed. */
export async function measurePageWeight(market: BenchEnvironment): Promise<ReportRow[]> {
  const origin = `http://127.0.0.1:${market.port}`;
  await using opened = await openBrowser();
  const [drawn] = await market.bare.bookIds(1);
  const rows = [
    ...weightRows(`Home, ${COVERS} drawn covers`, await weigh(opened.browser, `${origin}/`)),
    ...weightRows('Book page, drawn cover', await weigh(opened.browser, `${origin}/book/${drawn}`)),
  ];
  const [photographed] = await listWithPhotos(market, COVERS);
  return [
    ...rows,
    ...weightRows(`Home, ${COVERS} photos`, await weigh(opened.browser, `${origin}/?subject=Comedy`)),
    ...weightRows('Book page with a photo', await weigh(opened.browser, `${origin}/book/${photographed}`)),
  ];
}

function weightRows(page: string, { requests, bytes, scripts, ahead }: Weight): ReportRow[] {
  const kilobytes = (value: number) => `${(value / 1000).toFixed(0)} KB`;
  return [
    {
      figure: `${page}: total transfer`,
      measured: `${kilobytes(bytes)} in ${requests} requests`,
      aim: atMost(bytes / 1000, PAGE_AIM_KB, 'KB'),
    },
    {
      figure: `${page}: JavaScript, gzip`,
      measured: `${(scripts / 1000).toFixed(1)} KB, and ${(ahead / 1000).toFixed(1)} KB fetched ahead`,
      ...(page.startsWith('Home') && { aim: atMost(scripts / 1000, SCRIPT_AIM_KB, 'KB') }),
    },
  ];
}

async function weigh(browser: Browser, address: string): Promise<Weight> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const weight: Weight = { requests: 0, bytes: 0, scripts: 0, ahead: 0 };
    const scripts = new Map<string, string>();
    devtools.on('Network.requestWillBeSent', () => void (weight.requests += 1));
    devtools.on(
      'Network.loadingFinished',
      ({ encodedDataLength }) => void (weight.bytes += encodedDataLength),
    );
    devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Script') scripts.set(requestId, new URL(response.url).pathname);
    });
    await devtools.send('Network.enable');
    const answer = await page.goto(address, { waitUntil: 'networkidle' });
    await page.waitForTimeout(SETTLING_MS);
    const html = (await answer?.text()) ?? '';
    for (const [requestId, path] of scripts) {
      const { body, base64Encoded } = await devtools.send('Network.getResponseBody', { requestId });
      const size = gzipSync(Buffer.from(body, base64Encoded ? 'base64' : 'utf8'), { level: 9 }).length;
      weight[html.includes(`"${path}"`) ? 'scripts' : 'ahead'] += size;
    }
    return weight;
  } finally {
    await context.close();
  }
}
