import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestMarkets } from '#tests/support/markets/test-markets.ts';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/server/database-proxy.ts';

let markets: TestMarkets;
let proxy: DatabaseProxy;
beforeEach(async () => {
  markets = await TestMarkets.start(['northfield', 'westfield', 'eastfield']);
  proxy = await startDatabaseProxy(markets.entry('westfield').database.url);
  // Of one cell, which is reached through the proxy.
  for (const name of ['westfield', 'eastfield']) {
    const url = new URL(proxy.url);
    url.pathname = new URL(markets.entry(name).database.url).pathname;
    const { settings } = markets.entry(name);
    const database = { url: url.href };
    markets.change(name, { cell: 'second', database, settings: { ...settings, DATABASE_URL: url.href } });
  }
});
afterEach(async () => {
  await markets.stop();
  await proxy.close();
});

const UNKNOWN_BOOK = `/api/books/${crypto.randomUUID()}`;
const ask = async (name: string, path = UNKNOWN_BOOK) => (await fetch(markets.addressOf(name) + path)).status;
/** A process notices a lost server, or a market whose database does not answer, in that time. */
const SECOND_MS = 1_000;
/** For a machine that does other work. */
const SLACK_MS = 1_000;
const timed = async (name: string) => {
  const startedAt = performance.now();
  return { status: await ask(name), isSoon: performance.now() - startedAt < SECOND_MS + SLACK_MS };
};
const readiness = async (query = '') => ask('northfield', `/readyz${query}`);

it('a lost cell takes its markets only, open and closed ones, and they come back with it', async () => {
  for (const name of ['northfield', 'westfield']) expect(await ask(name)).toBe(404);
  await proxy.cut();
  expect(await timed('westfield')).toEqual({ status: 503, isSoon: true });
  expect(await timed('eastfield')).toEqual({ status: 503, isSoon: true });
  expect(await ask('northfield')).toBe(404);
  expect(await readiness()).toBe(200);
  expect(await readiness('?market=northfield')).toBe(200);
  expect(await readiness('?market=westfield')).toBe(503);
  expect(await readiness('?market=nowhere')).toBe(404);
  await proxy.restore();
  await expect.poll(() => ask('westfield'), { timeout: 10_000 }).toBe(404);
  markets.clock.advance({ seconds: 30 });
  expect(await ask('eastfield')).toBe(404);
});

it('a cell that is silent does not hold up the opening of other markets', async () => {
  const release = proxy.hold();
  const silent = Promise.all([timed('westfield'), timed('eastfield')]);
  expect(await ask('northfield')).toBe(404);
  for (const { status, isSoon } of await silent) expect([status, isSoon]).toEqual([503, true]);
  release();
});
