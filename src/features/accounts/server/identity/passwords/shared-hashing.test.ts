import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import { openRedisCounts, type RedisCounts } from '#platform/server/rate-limits/redis-counts.ts';
import { SharedRateLimiter } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import { HashingGate } from '#tests/support/fakes/hashing-gate.ts';
import { findRedis, startRedis } from '#tests/support/server/redis-server.ts';
import { TestClock } from '#tests/support/server/test-clock.ts';
import { BoundedQueue } from '#platform/server/concurrency/bounded-queue.ts';
import { createPasswordHasher, passwordQueueLimits } from './hash-passwords.ts';

const silent = { warn() {} } as unknown as Logger;

describe.skipIf(findRedis() === undefined)('two processes with one Redis', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let limits: SharedRateLimiter[];
  let gate: HashingGate;
  let counts: RedisCounts[];

  beforeEach(async () => {
    redis = await startRedis();
    const clock = new TestClock();
    gate = new HashingGate();
    limits = [new SharedRateLimiter(clock), new SharedRateLimiter(clock)];
    counts = limits.map((each) => {
      const redisCounts = openRedisCounts({ url: redis.url, log: silent });
      each.share(redisCounts.openMarket('of both'));
      return redisCounts;
    });
  });
  afterEach(async () => {
    for (const each of counts) each.close();
    await redis.stop();
  });

  /** One place, which nobody leaves: the other process finds it taken once both have connected. */
  const areTogether = async () => {
    let tries = 0;
    const countTogether = async () => {
      const single = { name: `try ${(tries += 1)}`, places: 1 };
      for (const each of limits) if ((await each.enter(single, 'x')) === null) return true;
      return false;
    };
    await expect.poll(countTogether).toBe(true);
  };

  it('hash three passwords of one account at a time', async () => {
    await areTogether();
    gate.close();
    const hashers = limits.map((each) =>
      createPasswordHasher(
        { limits: each, queue: new BoundedQueue(passwordQueueLimits) },
        { N: 256, derive: gate.derive },
      ),
    );
    const hash = (process: number, sequence: string) =>
      hashers[process]!.hash('correct horse', { sequence, groups: [sequence] });
    const underway = [0, 1, 0].map((process) => hash(process, 'tom'));
    await expect.poll(() => gate.held).toBe(2);
    for (const process of [0, 1])
      await expect(hash(process, 'tom')).rejects.toMatchObject({ code: 'sign-in-busy' });
    underway.push(hash(1, 'priya'));
    gate.open();
    await Promise.all(underway);
    const again = () =>
      hash(1, 'tom').then(
        () => 'hashed',
        () => 'busy',
      );
    await expect.poll(again).toBe('hashed');
  });
});
