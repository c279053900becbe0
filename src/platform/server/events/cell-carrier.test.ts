import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/server/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { startFakeRedis } from '#tests/support/fakes/fake-redis.ts';
import type { Logger } from '../http/create-http-server.ts';
import { CellCarrier } from './cell-carrier.ts';
import { busResumed, defineTopic, type EventBus, type Topic } from './event-bus.ts';
import type { OpenCarrier } from './event-carrier.ts';
import { openPostgresqlCarrier } from './postgresql-carrier.ts';
import { openRedisCarrier } from './redis-carrier.ts';
import { openSharedEventBus } from './shared-event-bus.ts';

const silent = { warn() {}, error() {} } as unknown as Logger;
const news = defineTopic<unknown>('news');
const noon = new Date('2026-11-20T12:00:00.000Z');

let cell: TestDatabase;
let proxy: DatabaseProxy;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  cell = await createTestDatabase();
  proxy = await startDatabaseProxy(cell.url);
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
afterAll(async () => {
  await proxy.close();
  await cell.close();
});

const overNotify =
  (url = cell.url): OpenCarrier =>
  (listener) =>
    openPostgresqlCarrier({ url, log: silent }, listener);

function openProcess(openCarrier: OpenCarrier): CellCarrier {
  const carrier = new CellCarrier(openCarrier);
  ends.push(() => carrier.close());
  return carrier;
}

const keyOf = (market: number) => String(market).padStart(2, '0').repeat(32);

async function openBus(carrier: CellCarrier, market: number, sealKey = keyOf(market)): Promise<EventBus> {
  const bus = await openSharedEventBus({
    openCarrier: carrier.forMarket(market),
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

it('an event reaches its market in each process, and no other market', async () => {
  const [one, other] = [openProcess(overNotify()), openProcess(overNotify())];
  const [a1, b1] = [await openBus(one, 1), await openBus(one, 2)];
  const [a2, b2] = [await openBus(other, 1), await openBus(other, 2)];
  const seen = [a1, b1, a2, b2].map((bus) => listen(bus, news));
  for (let n = 0; n < 100; n += 1) a1.publish(news, `a${n}`);
  b1.publish(news, 'b');
  // Those of one connection arrive in their order.
  await expect.poll(() => seen[3]).toEqual(['b']);
  expect(seen.map((events) => events.length)).toEqual([100, 1, 100, 1]);
  expect([...b2.dropped.values()]).toEqual([0, 0, 0]);
});

it('a market that another one names as its own reads and sends nothing', async () => {
  const [one, other] = [openProcess(overNotify()), openProcess(overNotify())];
  const [mine, forged] = [await openBus(one, 1), await openBus(other, 1, keyOf(2))];
  const [seenHere, seenThere] = [listen(mine, news), listen(forged, news)];
  mine.publish(news, 'secret');
  forged.publish(news, 'forged');
  await expect.poll(() => [mine, forged].map((bus) => bus.dropped.get('unsealed'))).toEqual([1, 1]);
  expect([seenHere, seenThere]).toEqual([['secret'], ['forged']]);
});

it('has one connection for all markets, also when one closes and opens again', async () => {
  let opened = 0;
  const process = openProcess((listener) => {
    opened += 1;
    return overNotify()(listener);
  });
  const other = openProcess(overNotify());
  const [first, second] = [await openBus(process, 1), await openBus(process, 2)];
  await first.close();
  const again = await openBus(process, 1);
  const [seen, late] = [listen(again, news), listen(first, news)];
  (await openBus(other, 1)).publish(news, 1);
  await expect.poll(() => seen).toEqual([1]);
  expect([opened, late.length]).toEqual([1, 0]);
  await second.ping();
});

it('each open market learns of an interruption', async () => {
  const process = openProcess(overNotify(proxy.url));
  const buses = [await openBus(process, 1), await openBus(process, 2)];
  const resumed = buses.map((bus) => listen(bus, busResumed));
  await proxy.cut();
  await proxy.restore();
  await expect
    .poll(() => resumed)
    .toEqual([[{ since: noon.toISOString() }], [{ since: noon.toISOString() }]]);
});

it('carries the events of all markets in one channel of Redis', async () => {
  const redis = await startFakeRedis();
  ends.push(() => redis.stop());
  const overRedis: OpenCarrier = (listener) =>
    openRedisCarrier({ url: redis.url, channel: 'bookswap:cell:main', log: silent }, listener);
  const [one, other] = [openProcess(overRedis), openProcess(overRedis)];
  const a = await openBus(one, 1);
  const [b, there] = [await openBus(other, 2), await openBus(other, 1)];
  const seen = [b, there].map((bus) => listen(bus, news));
  a.publish(news, 'a');
  await expect.poll(() => seen).toEqual([[], ['a']]);
});
