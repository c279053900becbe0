import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/server/database-proxy.ts';
import { findRedis, startRedis } from '#tests/support/server/redis-server.ts';
import { TestClock } from '#tests/support/server/test-clock.ts';
import type { Logger } from '../http/create-http-server.ts';
import { openRedisCounts, type RedisCounts } from './redis-counts.ts';
import { SharedRateLimiter } from './shared-rate-limiter.ts';

const silent = { warn() {} } as unknown as Logger;
const chat = { name: 'chat', points: 4, durationMs: 8_000 };

it('throws with the seconds to wait, and takes from all networks around an address or from none', async () => {
  const clock = new TestClock();
  const limits = new SharedRateLimiter(clock);
  const one = { name: 'one', points: 1, durationMs: 2_000 };
  await limits.consume(one, 'a');
  await expect(limits.consume(one, 'a')).rejects.toMatchObject({ code: 'too-many-requests', retryAfter: 2 });
  for (const network of [1, 2, 3, 4]) await limits.consumeForIp(one, `2001:db8:0:10${network}::1`);
  await expect(limits.consumeForIp(one, '2001:db8:0:105::1')).rejects.toMatchObject({ retryAfter: 0.5 });
  clock.advance(500);
  await limits.consumeForIp(one, '2001:db8:0:105::1');
});

describe.skipIf(findRedis() === undefined)('two processes with one Redis', () => {
  let clock: TestClock;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let proxy: DatabaseProxy;
  let one: SharedRateLimiter;
  let other: SharedRateLimiter;

  let counts: RedisCounts[];

  /** Whether both count together, tried with a key that is used for nothing else. */
  let tries = 0;
  const countTogether = async (): Promise<boolean> => {
    const single = { name: `try ${(tries += 1)}`, points: 1, durationMs: 60_000 };
    await one.consume(single, 'x');
    return !(await other.tryConsume(single, 'x'));
  };
  const areTogether = async () => {
    await expect.poll(countTogether, { timeout: 10_000 }).toBe(true);
  };

  beforeEach(async () => {
    clock = new TestClock();
    redis = await startRedis();
    proxy = await startDatabaseProxy(redis.url);
    [one, other] = [new SharedRateLimiter(clock), new SharedRateLimiter(clock)];
    counts = [one, other].map((limits) => {
      const redisCounts = openRedisCounts({ url: proxy.url, log: silent });
      limits.share(redisCounts.openMarket('of both'));
      return redisCounts;
    });
    await areTogether();
  });
  afterEach(async () => {
    for (const each of counts) each.close();
    await proxy.close();
    await redis.stop();
  });

  const takeInTurn = async (times: number) => {
    const taken = [];
    for (let time = 0; time < times; time += 1)
      taken.push(await (time % 2 === 0 ? one : other).tryConsume(chat, 'Tom'));
    return taken;
  };

  it('count together, and give points back as time passes', async () => {
    expect(await takeInTurn(6)).toEqual([true, true, true, true, false, false]);
    await expect(other.consume(chat, 'Tom')).rejects.toMatchObject({ retryAfter: 2 });
    await one.consume(chat, 'Priya');
    clock.advance(2_000);
    expect(await takeInTurn(2)).toEqual([true, false]);
    clock.advance(60_000);
    expect(await takeInTurn(5)).toEqual([true, true, true, true, false]);
  });

  it('give points back although the clock was ahead for a while', async () => {
    clock.advance(3_600_000);
    expect(await takeInTurn(5)).toEqual([true, true, true, true, false]);
    clock.advance(-3_600_000);
    expect(await takeInTurn(1)).toEqual([false]);
    clock.advance(2_000);
    expect(await takeInTurn(2)).toEqual([true, false]);
  });

  it('give no more than the points to requests at the same time', async () => {
    const asked = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? one : other).tryConsume(chat, 'Tom'));
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(4);
  });

  it('count the networks around an address together, all or none', async () => {
    const single = { name: 'single', points: 1, durationMs: 60_000 };
    for (const n of [1, 2, 3, 4])
      await (n % 2 === 0 ? one : other).consumeForIp(single, `2001:db8:0:10${n}::1`);
    for (const limits of [one, other])
      await expect(limits.consumeForIp(single, '2001:db8:0:105::1')).rejects.toMatchObject({
        retryAfter: 15,
      });
    clock.advance(15_000);
    await one.consumeForIp(single, '2001:db8:0:105::1');
  });

  it('count alone without Redis, where they were, and together again by themselves', async () => {
    expect(await takeInTurn(2)).toEqual([true, true]);
    await redis.stop();
    expect(await takeInTurn(8)).toEqual([true, true, true, true, true, true, false, false]);
    redis = await startRedis(redis.port);
    await areTogether();
  });

  it('wait half a second at most for a Redis that does not answer', async () => {
    proxy.freeze();
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 2_000 }, (_, n) => one.tryConsume(chat, `${n}`)));
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    await areTogether();
  });
});
