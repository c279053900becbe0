import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryObjects } from 'node:v8';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#app/server/config.ts';
import { createApp } from '#app/server/create-app.ts';
import { createProcessServices } from '#app/server/process/process-services.ts';
import { EndpointRegistry } from '#platform/server/http/endpoint-registry.ts';
import { createFakePageSource } from '#tests/support/fakes/fake-page-source.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';

const MARKETS_OF_A_WINDOW = 5;
const WINDOWS = 3;

let database: TestDatabase;
/** Those that earlier files of this worker have left. */
let left = 0;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'bookswap-markets-'));
  left = countOpen();
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

/** The apps in memory, after a collection. */
const countOpen = () => queryObjects(EndpointRegistry, { format: 'count' });

/**
 * An app that has just ended may be held by the stack or by a socket that is closing, a leak stays. One count takes up
 * to ten seconds on a slow machine.
 */
async function expectFreed(): Promise<void> {
  await expect.poll(countOpen, { timeout: 60_000 }).toBeLessThanOrEqual(left);
}

async function openAndClose(services: ReturnType<typeof createProcessServices> | undefined, number: number) {
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', ISBN_LOOKUP: 'off', LOG_LEVEL: 'fatal' });
  const app = await createApp({
    config,
    database,
    hashing: { N: 256 },
    pages: createFakePageSource(),
    ...(services && { services, market: { number, name: `campus-${number}` } }),
  });
  await app.context.http.ready();
  for (const url of ['/', '/api/books', '/api/openapi.json'])
    expect((await app.context.http.inject(url)).statusCode).toBe(200);
  await app.context.metrics.process.text();
  await app.close();
}

it('frees each market of a process when it is closed', async () => {
  const services = createProcessServices();
  let opened = 0;
  // Each count collects the heap: after five markets, not after each.
  const heapAfterNext = async () => {
    for (const last = opened + MARKETS_OF_A_WINDOW; opened < last; opened += 1)
      await openAndClose(services, opened + 1);
    await expectFreed();
    return process.memoryUsage().heapUsed;
  };
  // The first ones load and compile what all use.
  const heaps = [await heapAfterNext()];
  for (let window = 0; window < WINDOWS; window += 1) heaps.push(await heapAfterNext());
  await services.close();
  const growths = heaps.slice(1).map((heap, index) => (heap - (heaps[index] ?? 0)) / MARKETS_OF_A_WINDOW);
  // What a market leaves grows in each window. Code that is compiled late, or a buffer, grows in one.
  expect(Math.min(...growths)).toBeLessThan(100_000);
});

it('frees a market that could not be opened', async () => {
  const services = createProcessServices();
  const pages = { ...createFakePageSource(), renderer: () => Promise.reject(new Error('no renderer')) };
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', ISBN_LOOKUP: 'off', LOG_LEVEL: 'fatal' });
  await expect(createApp({ config, database, services, pages })).rejects.toThrow('no renderer');
  await expectFreed();
  await services.close();
});

it('frees an app that has made the services of its own process', async () => {
  await openAndClose(undefined, 1);
  await expectFreed();
});
