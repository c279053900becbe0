import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { openBrowser } from './browser.ts';
import { listWithPhotos } from './list-with-photos.ts';
import type { Market } from './market.ts';
import { atMost, type Row } from './report.ts';

const scriptAim = 100;
const pageAim = 300;
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
/** Covers of Home's first page. */
const covers = 20;
/** After the page has loaded: whatever it still fetches by itself. */
const settling = 2_000;

export type Weight = { requests: number; bytes: number; scriptGzip: number };

/** What a phone fetches for a page that it has never seen: headers and bodies, compressed as they travel. */
export async function measureWeight(market: Market): Promise<Row[]> {
  const origin = `http://127.0.0.1:${market.port}`;
  await using opened = await openBrowser();
  const [drawn] = await market.bare.bookIds(1);
  const rows = [
    ...weightRows(`Home, ${covers} drawn covers`, await weigh(opened.browser, `${origin}/`)),
    ...weightRows('Book page, drawn cover', await weigh(opened.browser, `${origin}/book/${drawn}`)),
  ];
  const [photographed] = await listWithPhotos(market, covers);
  return [
    ...rows,
    ...weightRows('Home, first screens of photos', await weigh(opened.browser, `${origin}/?subject=Comedy`)),
    ...weightRows('Book page with a photo', await weigh(opened.browser, `${origin}/book/${photographed}`)),
  ];
}

function weightRows(page: string, { requests, bytes, scriptGzip }: Weight): Row[] {
  const kilobytes = (value: number) => `${(value / 1000).toFixed(0)} KB`;
  return [
    {
      figure: `${page}: all that is transferred`,
      measured: `${kilobytes(bytes)} in ${requests} requests`,
      aim: atMost(bytes / 1000, pageAim, 'KB'),
    },
    {
      figure: `${page}: JavaScript, gzip`,
      measured: kilobytes(scriptGzip),
      aim: atMost(scriptGzip / 1000, scriptAim, 'KB'),
    },
  ];
}

async function weigh(browser: Browser, address: string): Promise<Weight> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const weight: Weight = { requests: 0, bytes: 0, scriptGzip: 0 };
    const scripts = new Set<string>();
    const measuring: Promise<void>[] = [];
    devtools.on('Network.requestWillBeSent', () => void (weight.requests += 1));
    devtools.on(
      'Network.responseReceived',
      ({ requestId, type }) => type === 'Script' && scripts.add(requestId),
    );
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      weight.bytes += encodedDataLength;
      if (scripts.has(requestId)) measuring.push(addScript(requestId));
    });
    const addScript = async (requestId: string) => {
      const { body, base64Encoded } = await devtools.send('Network.getResponseBody', { requestId });
      weight.scriptGzip += gzipSync(Buffer.from(body, base64Encoded ? 'base64' : 'utf8'), {
        level: 9,
      }).length;
    };
    await devtools.send('Network.enable');
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.waitForTimeout(settling);
    await Promise.all(measuring);
    return weight;
  } finally {
    await context.close();
  }
}
