import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { browserLaunch } from '#tests/support/browser/browser.ts';
import { BuiltProduct } from '#tests/support/processes/built-product.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { atMost, type ReportRow } from '../results/report.ts';
import { startTlsProxy, type PassedResponse, type TlsProxy } from '../servers/tls-proxy.ts';
import { temporaryDirectory } from '../servers/temporary-directory.ts';

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
/** What is fetched until then counts. */
const AFTER_LOAD_MS = 4_000;
const MAX_REQUESTS = 12;
const MAX_PIECES = 15;
/** Script in kilobytes. */
const scriptAims: Record<string, number> = { Home: 86, Book: 101 };
const PASSWORD = 'a long password for the bench';

/** `usable`: requests until the page can be used. The rest until four seconds after it has loaded. */
type Weight = { usable: number; requests: number; bytes: number; scripts: number; pieces: number };

/**
 * What a phone fetches over HTTP/2 with brotli: each page as the first one of a browser, and again. The service worker's
 * requests are among it. Home and the book are a visitor's pages.
 */
export async function measurePageWeight(): Promise<ReportRow[]> {
  await using made = new AsyncDisposableStack();
  const { path: dataDir } = made.use(temporaryDirectory());
  const [port, proxyPort] = [await freePort(), await freePort()];
  const origin = `https://127.0.0.1:${proxyPort}`;
  const product = new BuiltProduct({
    port,
    dataDir,
    variables: { DEMO: '1', PUBLIC_URL: origin, TRUSTED_PROXIES: '127.0.0.1' },
    showErrors: true,
  });
  await product.start();
  made.defer(async () => void (await product.stop()));
  const proxy = made.use(await startTlsProxy(proxyPort, port));
  const launch = await browserLaunch();
  // With any other certificate that it does not trust, Chromium caches nothing.
  const trust = `--ignore-certificate-errors-spki-list=${proxy.publicKeyHash}`;
  const browser = await chromium.launch({ ...launch, args: [...launch.args, trust] });
  made.defer(() => browser.close());
  const world = await prepare(browser, origin);
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

/** A user with a listing and a conversation, and the addresses to measure. */
async function prepare(browser: Browser, origin: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/help`);
  const send = async <T>(path: string, body?: object, token?: string): Promise<T> =>
    page.evaluate(
      async ([address, content, bearer]) => {
        const response = await fetch(address, {
          ...(content && { method: 'POST', body: JSON.stringify(content) }),
          headers: {
            'content-type': 'application/json',
            ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          },
        });
        if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
        return response.json();
      },
      [path, body, token] as const,
    ) as Promise<T>;
  const user = { name: 'Wendy Weight', email: 'wendy@bench.example' };
  await send('/api/auth/sign-up/email', { ...user, password: PASSWORD });
  const { token } = await send<{ token: string }>('/api/auth/token');
  await send('/api/users/sync', user, token);
  const listing = { author: 'Ada Author', condition: 'Good', price: 2_450, subject: 'History' };
  await send('/api/books', { ...listing, title: 'Weights and Measures' }, token);
  const books = await send<{ id: string; title: string }[]>('/api/books');
  const book = books.find(({ title }) => title !== 'Weights and Measures')!;
  const { id } = await send<{ id: string }>('/api/conversations', { bookId: book.id }, token);
  await send('/api/messages', { conversationId: id, content: 'Is it still available?' }, token);
  await page.evaluate(() => localStorage.setItem('bookswap:signed-in', '1'));
  const state = await context.storageState();
  await context.close();
  const pages = [
    { name: 'Home', path: '/', isPrivate: false },
    { name: 'Book', path: `/book/${book.id}`, isPrivate: false },
    { name: 'Conversation', path: `/conversation/${id}`, isPrivate: true },
    { name: 'Profile', path: '/profile', isPrivate: true },
  ];
  return { state, pages };
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
  const scripts = passed.filter(({ type }) => type.includes('javascript'));
  const weight = {
    usable,
    requests: passed.length,
    bytes: sum(passed),
    scripts: sum(scripts),
    pieces: scripts.length,
  };
  if (process.env['BENCH_REQUESTS'] !== undefined)
    for (const { path, encoding, bytes } of passed) console.log(`    ${bytes} ${encoding} ${path}`);
  await page.close();
  return weight;
}

/** React listens on the root from the moment when it can act on taps. */
function noteHydration(): void {
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (...listener: Parameters<typeof addEventListener>) {
    const times = globalThis as { hydratedAt?: number };
    if (this instanceof Element && this.id === 'root') times.hydratedAt ??= performance.now();
    addEventListener.apply(this, listener);
  };
}

function weightRows(name: string, visit: string, weight: Weight): ReportRow[] {
  const { usable, requests, bytes, scripts, pieces } = weight;
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
      measured: `${kilobytes(scripts)} in ${pieces} pieces`,
      aim:
        scriptAim === undefined
          ? atMost(pieces, MAX_PIECES, 'pieces')
          : atMost(scripts / 1000, scriptAim, 'KB'),
    },
  ];
}
