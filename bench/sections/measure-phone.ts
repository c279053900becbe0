import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { cameraPhoto } from '#tests/support/browser/photos.ts';
import { noteHydration, openPhoneWorld, phone } from '../load/phone-world.ts';
import { atMost, milliseconds, type ReportRow } from '../results/report.ts';
import { temporaryDirectory } from '../servers/temporary-directory.ts';
import type { TlsProxy } from '../servers/tls-proxy.ts';

/** 'Slow 4G': 1.6 Mbit/s both ways. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const CPU_SLOWDOWN = 6;
const MESSAGES = 500;
/** Within the limits of a user. */
const PAUSE_MS = 500;
const MAX_TAP_MS = 300;
const MAX_PHOTOS_SECONDS = 15;

/** Times in milliseconds since the navigation. `nextPage`: from a tap to the heading of the next page. */
type Visit = { paint: number; hydrated: number; nextPage?: number; requests: number; bytes: number };

/**
 * What a student with an old phone waits for: the processor slowed six times, and 'Slow 4G'. The reference is
 * a page without script of the same server, in the same run.
 */
export async function measurePhone(): Promise<ReportRow[]> {
  await using world = await openPhoneWorld();
  for (let written = 1; written < MESSAGES; written += 1) {
    await delay(PAUSE_MS);
    await world.write(`Message ${written}: the chapters on measures are marked in pencil.`);
  }
  const rows: ReportRow[] = [];
  const empty = await visitTwice(await slowContext(world), `${world.origin}/robots.txt`, world.proxy);
  for (const { name, path } of world.pages.filter(({ name }) => name !== 'Profile')) {
    const next = name === 'Home' ? openFirstBook : undefined;
    const visits = await visitTwice(await slowContext(world), `${world.origin}${path}`, world.proxy, next);
    for (const kind of ['cold', 'warm'] as const)
      rows.push(...visitRows(`${name}, ${kind}`, visits[kind], empty[kind]));
  }
  rows.push(await measurePhotos(world));
  return rows;
}

type World = Awaited<ReturnType<typeof openPhoneWorld>>;

const slowContext = ({ browser, state }: World) => browser.newContext({ ...phone, storageState: state });

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}

async function visitTwice(
  context: BrowserContext,
  address: string,
  proxy: TlsProxy,
  next?: (page: Page) => Promise<number>,
): Promise<Record<'cold' | 'warm', Visit>> {
  const cold = await visit(context, address, proxy, next);
  const warm = await visit(context, address, proxy, next);
  await context.close();
  return { cold, warm };
}

async function visit(
  context: BrowserContext,
  address: string,
  proxy: TlsProxy,
  next?: (page: Page) => Promise<number>,
): Promise<Visit> {
  const page = await slowPage(context);
  await page.addInitScript(noteHydration);
  proxy.passed.length = 0;
  await page.goto(address, { waitUntil: 'load' });
  await delay(1_000);
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    hydrated: (globalThis as { hydratedAt?: number }).hydratedAt ?? 0,
  }));
  const requests = proxy.passed.length;
  const bytes = proxy.passed.reduce((sum, response) => sum + response.bytes, 0);
  const nextPage = await next?.(page);
  await page.close();
  return { ...times, requests, bytes, ...(nextPage !== undefined && { nextPage }) };
}

/** From the tap on a card of Home to the painted heading of its page, measured in the page. */
const openFirstBook = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const link = document.querySelector<HTMLAnchorElement>('article a')!;
        const started = performance.now();
        const look = () => {
          if (location.pathname.startsWith('/book/') && document.querySelector('h1')) {
            requestAnimationFrame(() => resolve(performance.now() - started));
            observer.disconnect();
          }
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true });
        link.click();
      }),
  );

/** From choosing three photos of 12 megapixels until the form has them. */
async function measurePhotos(world: World): Promise<ReportRow> {
  using made = temporaryDirectory();
  const files = await Promise.all(
    [1, 2, 3].map(async (n) => {
      const path = join(made.path, `IMG_${n}.jpg`);
      const { buffer } = await cameraPhoto();
      writeFileSync(path, buffer);
      return { path, bytes: buffer.length };
    }),
  );
  const context = await slowContext(world);
  const page = await slowPage(context);
  await page.addInitScript(() => {
    sessionStorage.setItem('bookswap:pre-listing-seen', '1');
    const sizes = { sent: 0 };
    Object.assign(globalThis, { sizes });
    // oxlint-disable-next-line typescript/unbound-method -- the proxy passes `this` on
    XMLHttpRequest.prototype.send = new Proxy(XMLHttpRequest.prototype.send, {
      apply(send, request, args: [Blob]) {
        sizes.sent += args[0].size;
        return Reflect.apply(send, request, args);
      },
    });
  });
  await page.goto(`${world.origin}/add-listing`, { waitUntil: 'load' });
  await page.getByRole('button', { name: 'Add Photo' }).click();
  const started = performance.now();
  await page.locator('dialog input[type=file]').setInputFiles(files.map(({ path }) => path));
  // It closes when all are stored.
  await page.locator('dialog[open]').waitFor({ state: 'hidden', timeout: 180_000 });
  await page.getByRole('img', { name: /^Photo 3/ }).waitFor();
  const seconds = (performance.now() - started) / 1000;
  const sent = await page.evaluate(() => (globalThis as unknown as { sizes: { sent: number } }).sizes.sent);
  await context.close();
  const original = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    figure: 'three photos of 12 megapixels',
    measured: `${seconds.toFixed(1)} s, ${(sent / 1000).toFixed(0)} KB sent`,
    reference: `their ${(original / 1000).toFixed(0)} KB over the same line: ${(original / SLOW_4G.uploadThroughput).toFixed(0)} s`,
    ratio: (seconds * SLOW_4G.uploadThroughput) / original,
    aim: atMost(seconds, MAX_PHOTOS_SECONDS, 's'),
  };
}

function visitRows(name: string, visit: Visit, empty: Visit): ReportRow[] {
  const { paint, hydrated, nextPage, requests, bytes } = visit;
  return [
    {
      figure: `${name}: first picture, working tap`,
      measured: `${milliseconds(paint)} ms, ${milliseconds(hydrated)} ms; ${requests} requests, ${(bytes / 1000).toFixed(0)} KB`,
      reference: `an empty page: ${milliseconds(empty.paint)} ms`,
      ratio: paint / empty.paint,
    },
    ...(nextPage === undefined
      ? []
      : [
          {
            figure: `${name}: from a tap to the next page`,
            measured: `${milliseconds(nextPage)} ms`,
            aim: atMost(nextPage, MAX_TAP_MS, 'ms'),
          },
        ]),
  ];
}
