import { afterEach, describe, expect, it } from 'vitest';
import { findRedis, startRedis } from '#tests/support/server/redis-server.ts';
import { startFakeRedis } from '#tests/support/fakes/fake-redis.ts';
import type { Clock } from '#platform/shared/clock.ts';
import type { Logger } from '../http/create-http-server.ts';
import { busResumed, defineTopic, type EventBus, type Topic } from './event-bus.ts';
import { openRedisCarrier } from './redis-carrier.ts';
import { openSharedEventBus } from './shared-event-bus.ts';

const silent = { warn() {}, error() {} } as unknown as Logger;
const sealKey = '5ea1'.repeat(16);
const news = defineTopic<unknown>('news');
const pollOptions = { timeout: 10_000 };
const noon = new Date('2026-11-20T12:00:00.000Z');
const atNoon: Clock = { now: () => noon };

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function open(url: string, { channel = 'tests', clock }: { channel?: string; clock?: Clock } = {}) {
  const bus = await openSharedEventBus({
    openCarrier: (listener) => openRedisCarrier({ url, channel, log: silent }, listener),
    sealKey,
    log: silent,
    ...(clock && { clock }),
  });
  ends.push(() => bus.close());
  return bus;
}

const stateOf = (bus: EventBus) =>
  bus.ping().then(
    () => 'ready',
    () => 'away',
  );
async function isReady(bus: EventBus): Promise<void> {
  await expect.poll(() => stateOf(bus), pollOptions).toBe('ready');
}

function listen<T>(bus: EventBus, topic: Topic<T>): T[] {
  const seen: T[] = [];
  bus.subscribe(topic, (payload) => seen.push(payload));
  return seen;
}

const redis = findRedis();
type Running = { url: string; stop(): Promise<void> };
const kinds = [{ name: 'a stand-in', start: (): Promise<Running> => startFakeRedis() }];
if (redis !== undefined) kinds.push({ name: 'Redis', start: () => startRedis() });

describe.each(kinds)('the bus of several processes, on $name', ({ start }) => {
  async function begin(): Promise<Running> {
    const server = await start();
    ends.push(() => server.stop());
    return server;
  }

  it('delivers at once in this process and soon in others, once each', async () => {
    const { url } = await begin();
    const [one, other] = [await open(url), await open(url)];
    await Promise.all([isReady(one), isReady(other)]);
    const [here, there] = [listen(one, news), listen(other, news)];
    one.publish(news, { n: 1 });
    expect(here).toEqual([{ n: 1 }]);
    await expect.poll(() => there).toEqual([{ n: 1 }]);
    // Published behind it on the same connection: if the first one had come back to its sender, it would be
    // here by now.
    other.publish(news, { n: 2 });
    await expect.poll(() => here).toEqual([{ n: 1 }, { n: 2 }]);
    expect(there).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('does not reach another installation on the same server, even with another database number', async () => {
    const { url } = await begin();
    const [ours, same, theirs, alike] = [
      await open(url, { channel: 'ours' }),
      await open(url, { channel: 'ours' }),
      await open(url, { channel: 'theirs' }),
      await open(url, { channel: 'theirs' }),
    ];
    await Promise.all([ours, same, theirs, alike].map(isReady));
    const [seen, overheard] = [listen(same, news), listen(alike, news)];
    ours.publish(news, 1);
    await expect.poll(() => seen).toEqual([1]);
    // Each one was published on the same connection as the one that must not arrive: that one would be here
    // by now.
    theirs.publish(news, 2);
    await expect.poll(() => overheard).toEqual([2]);
    ours.publish(news, 3);
    await expect.poll(() => seen).toEqual([1, 3]);
  });
});

describe('a bus whose Redis goes away', () => {
  it('continues alone, reconnects, and reports since when it may have missed events', async () => {
    const first = await startFakeRedis();
    const [bus, other] = [await open(first.url, { clock: atNoon }), await open(first.url, { clock: atNoon })];
    const [seen, resumed] = [listen(bus, news), listen(bus, busResumed)];
    await isReady(bus);
    await first.stop();
    await expect.poll(() => stateOf(bus), pollOptions).toBe('away');
    bus.publish(news, 1);
    expect(seen).toEqual([1]);

    const second = await startFakeRedis(first.port);
    ends.unshift(() => second.stop());
    await expect.poll(() => resumed, pollOptions).toEqual([{ since: noon.toISOString() }]);
    await isReady(other);
    other.publish(news, 2);
    await expect.poll(() => seen, pollOptions).toEqual([1, 2]);
  });

  it('opens without Redis, and reports its first connection', async () => {
    const gone = await startFakeRedis();
    await gone.stop();
    const bus = await open(gone.url, { clock: atNoon });
    const [seen, resumed] = [listen(bus, news), listen(bus, busResumed)];
    bus.publish(news, 1);
    expect(seen).toEqual([1]);
    await expect(bus.ping()).rejects.toThrow('not subscribed');
    const back = await startFakeRedis(gone.port);
    ends.unshift(() => back.stop());
    await expect.poll(() => resumed, pollOptions).toEqual([{ since: noon.toISOString() }]);
  });

  it('reports lost events to the others once it can publish again', async () => {
    const server = await startFakeRedis();
    ends.push(() => server.stop());
    const [bus, other] = [
      await open(server.url, { clock: atNoon }),
      await open(server.url, { clock: atNoon }),
    ];
    await Promise.all([isReady(bus), isReady(other)]);
    const [seen, missed, own] = [listen(other, news), listen(other, busResumed), listen(bus, busResumed)];
    server.refusePublishing = true;
    bus.publish(news, 'lost');
    await expect.poll(() => server.cutOff, pollOptions).toBeGreaterThan(1);
    expect(missed).toEqual([]);
    server.refusePublishing = false;
    await expect.poll(() => missed, pollOptions).toEqual([{ since: noon.toISOString() }]);
    bus.publish(news, 'told');
    await expect.poll(() => seen, pollOptions).toEqual(['told']);
    expect(missed).toHaveLength(1);
    expect(own).toEqual([]);
  });
});
