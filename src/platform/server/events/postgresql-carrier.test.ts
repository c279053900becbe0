import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/server/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import type { Logger } from '../http/create-http-server.ts';
import { busResumed, defineTopic, type EventBus, type Topic } from './event-bus.ts';
import { openPostgresqlCarrier } from './postgresql-carrier.ts';
import { openSharedEventBus } from './shared-event-bus.ts';

const silent = { warn() {}, error() {} } as unknown as Logger;
const sealKey = '5ea1'.repeat(16);
const news = defineTopic<unknown>('news');
const noon = new Date('2026-11-20T12:00:00.000Z');

let database: TestDatabase;
let proxy: DatabaseProxy;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.url);
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
afterAll(async () => {
  await proxy.close();
  await database.close();
});

async function open(url: string): Promise<EventBus> {
  const bus = await openSharedEventBus({
    openCarrier: (listener) => openPostgresqlCarrier({ url, log: silent }, listener),
    sealKey,
    log: silent,
    clock: { now: () => noon },
  });
  ends.push(() => bus.close());
  return bus;
}

function listen<T>(bus: EventBus, topic: Topic<T>): T[] {
  const seen: T[] = [];
  bus.subscribe(topic, (payload) => seen.push(payload));
  return seen;
}

it('delivers at once in this process and soon in others, once each and in order', async () => {
  const [one, other] = [await open(database.url), await open(database.url)];
  const [here, there] = [listen(one, news), listen(other, news)];
  const numbers = Array.from({ length: 1_000 }, (_, index) => index);
  for (const number of numbers) one.publish(news, number);
  expect(here).toEqual(numbers);
  await expect.poll(() => there.length).toBe(1_000);
  other.publish(news, 'last');
  await expect.poll(() => here.at(-1)).toBe('last');
  expect(here).toHaveLength(1_001);
  expect(there).toEqual([...numbers, 'last']);
});

it('delivers the longest message of a chat, in any alphabet', async () => {
  const [one, other] = [await open(database.url), await open(database.url)];
  const there = listen(other, news);
  const content = '📚'.repeat(5_000);
  one.publish(news, { content });
  await expect.poll(() => there).toEqual([{ content }]);
});

it('continues alone while the connection is cut, and reports since when both sides may have missed events', async () => {
  const [bus, other] = [await open(proxy.url), await open(database.url)];
  const [seen, resumed, missedThere] = [
    listen(bus, news),
    listen(bus, busResumed),
    listen(other, busResumed),
  ];
  await bus.ping();
  await proxy.cut();
  await expect.poll(() => bus.ping().catch(() => 'away')).toBe('away');
  bus.publish(news, 1);
  expect(seen).toEqual([1]);
  await proxy.restore();
  await expect.poll(() => resumed).toEqual([{ since: noon.toISOString() }]);
  await expect.poll(() => missedThere).toEqual([{ since: noon.toISOString() }]);
  other.publish(news, 2);
  await expect.poll(() => seen).toEqual([1, 2]);
});

it('finds a connection that is dead without a sign', async () => {
  const [bus, other] = [await open(proxy.url), await open(database.url)];
  const [seen, resumed] = [listen(bus, news), listen(bus, busResumed)];
  proxy.freeze();
  other.publish(news, 'lost');
  await expect.poll(() => resumed).toEqual([{ since: noon.toISOString() }]);
  expect(seen).toEqual([]);
  other.publish(news, 'seen');
  await expect.poll(() => seen).toEqual(['seen']);
});

it('opens without a database, and reports its first connection', async () => {
  await proxy.cut();
  const bus = await open(proxy.url);
  const resumed = listen(bus, busResumed);
  await expect(bus.ping()).rejects.toThrow('not subscribed');
  await proxy.restore();
  await expect.poll(() => resumed).toEqual([{ since: noon.toISOString() }]);
});

it('sends what was published before it is closed', async () => {
  const [one, other] = [await open(database.url), await open(database.url)];
  const there = listen(other, news);
  const numbers = Array.from({ length: 1_000 }, (_, index) => index);
  for (const number of numbers) one.publish(news, number);
  await one.close();
  await expect.poll(() => there).toEqual(numbers);
});

it('leaves no connection when it is closed while it connects again', async () => {
  const bus = await open(proxy.url);
  await bus.ping();
  await proxy.cut();
  await expect.poll(() => proxy.socketCount()).toBe(0);
  const release = proxy.hold();
  await proxy.restore();
  await expect.poll(() => proxy.socketCount()).toBe(1);
  await bus.close();
  release();
  await expect.poll(() => proxy.socketCount()).toBe(0);
});
