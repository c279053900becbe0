import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestClock } from '#tests/support/server/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import type { Logger } from '../http/create-http-server.ts';
import { createLocalEventBus, defineTopic } from './event-bus.ts';
import { EventStore } from './event-store.ts';
import { LostEventRecovery } from './recover-lost-events.ts';
import { recentEvents } from './table.ts';

const silent = { info() {}, warn() {} } as unknown as Logger;
const news = defineTopic<unknown>('news');
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let clock: TestClock;
/** What was made good in another process than that which has published. */
let found: unknown[];
let publisher: EventStore;
let recovery: LostEventRecovery;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.reset();
  [clock, found] = [new TestClock(), []];
  const bus = createLocalEventBus();
  bus.subscribe(news, (payload) => found.push(payload));
  publisher = new EventStore(database, clock);
  recovery = new LostEventRecovery({ database, clock, log: silent, onGap: () => {} });
  recovery.add(new EventStore(database, clock).source(bus));
  recovery.begin({ isAnyone: () => true, includes: () => false });
});
afterAll(() => database.close());

const publish = (payload: unknown, at: Date) => publisher.append({ topic: news.name, payload }, at).stored;
const searchTwice = async () => {
  await recovery.run();
  await recovery.run();
};

it('finds what was published by clocks that differ by twenty seconds', async () => {
  clock.advance(30_000);
  const now = clock.now().getTime();
  await publish('behind', new Date(now - 20_000));
  await publish('ahead', new Date(now + 20_000));
  await searchTwice();
  expect(found).toEqual(['behind', 'ahead']);
  for (let minute = 0; minute < 5; minute += 1) {
    clock.advance(60_000);
    await searchTwice();
  }
  expect(found).toHaveLength(2);
});

it('leaves alone what was published before the process began to listen', async () => {
  await publish('before', new Date(clock.now().getTime() - 1));
  await searchTwice();
  expect(found).toEqual([]);
  await publish('at once', clock.now());
  await searchTwice();
  expect(found).toEqual(['at once']);
});

it('finds what is published after the clock was set back', async () => {
  clock.advance(-HOUR_MS);
  await searchTwice();
  clock.advance(1_000);
  await publish('an hour ago', clock.now());
  await searchTwice();
  expect(found).toEqual(['an hour ago']);
});

it('fails for an event that was stored too late for two searches', async () => {
  let delayMs = 26_000;
  const slow = new EventStore(
    {
      orm: database.orm,
      pool: { query: async () => clock.advance(delayMs) } as unknown as TestDatabase['pool'],
    },
    clock,
  );
  const append = () => slow.append({ topic: news.name, payload: 1 }, clock.now()).stored;
  await expect(append()).resolves.toBeUndefined();
  delayMs += 1;
  await expect(append()).rejects.toThrow('too late');
});

it('delivers an event of a clock that was far ahead once at most, and purges it', async () => {
  await publish('of the future', new Date(clock.now().getTime() + HOUR_MS));
  for (let minute = 0; minute < 5; minute += 1) {
    await searchTwice();
    clock.advance(60_000);
  }
  expect(found).toEqual([]);
  await publisher.purge(clock.now());
  expect(await database.orm.$count(recentEvents)).toBe(0);
});

it('stores many events in a few statements, in order', async () => {
  const count = 2_000;
  await Promise.all(Array.from({ length: count }, (_, n) => publish({ n }, clock.now())));
  await searchTwice();
  expect(found).toHaveLength(count);
});
