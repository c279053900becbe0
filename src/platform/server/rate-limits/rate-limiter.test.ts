import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RateLimiter } from './rate-limiter.ts';
import { TokenBucket } from './token-bucket.ts';

const SECOND_MS = 1_000;

function createLimiter() {
  let now = 0;
  const limiter = new RateLimiter({ now: () => new Date(now) });
  return { limiter, setTime: (ms: number) => void (now = ms) };
}

it('gives all points at once, then one after the other as time passes', () => {
  const bucket = new TokenBucket({ points: 3, durationMs: 1_500 }, 0);
  expect([0, 0, 0, 0].map((now) => bucket.take(now))).toEqual([true, true, true, false]);
  expect(bucket.waitMs(0)).toBe(500);
  expect(bucket.waitMs(0, 2)).toBe(1_000);
  expect([499, 500, 501].map((now) => bucket.take(now))).toEqual([false, true, false]);
  expect(bucket.take(1_000, 2)).toBe(false);
  expect(bucket.take(1_500, 2)).toBe(true);
  expect(bucket.isFull(10_000)).toBe(true);
});

it('never gives more than its points and those that have come back', () => {
  const steps = fc.array(fc.nat({ max: 3_000 }), { maxLength: 200 });
  const points = fc.integer({ min: 1, max: 10 });
  const durationMs = fc.integer({ min: 50, max: 10_000 });
  fc.assert(
    fc.property(steps, points, durationMs, (waits, capacity, duration) => {
      const bucket = new TokenBucket({ points: capacity, durationMs: duration }, 0);
      let now = 0;
      let taken = 0;
      for (const wait of waits) {
        now += wait;
        if (bucket.take(now)) taken += 1;
        expect(taken).toBeLessThanOrEqual(capacity + (now * capacity) / duration + 1e-6);
      }
    }),
  );
});

it('counts each key of each limit apart, and returns the time to wait', () => {
  const { limiter } = createLimiter();
  const writes = { name: 'write', points: 1, durationMs: 2 * SECOND_MS };
  expect([limiter.take(writes, 'a'), limiter.take(writes, 'b')]).toEqual([0, 0]);
  expect(limiter.tryConsume({ ...writes, name: 'read' }, 'a')).toBe(true);
  expect(limiter.tryConsume(writes, 'a')).toBe(false);
  expect(limiter.take(writes, 'a')).toBe(2 * SECOND_MS);
  limiter.giveBack(writes, 'a', 1);
  expect(limiter.take(writes, 'a')).toBe(0);
});

it('deletes the buckets that are full again', () => {
  const { limiter, setTime } = createLimiter();
  const limit = { name: 'write', points: 1, durationMs: SECOND_MS };
  for (let key = 0; key < 5_000; key += 1) {
    setTime(key * 10);
    limiter.take(limit, `${key}`);
  }
  expect(limiter.size).toBeLessThan(1_500);
});
