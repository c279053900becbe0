import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TokenBucket, KeyedTokenBuckets } from './token-bucket.ts';

it('allows a burst, then one at a time', () => {
  const bucket = new TokenBucket({ burst: 3, perSecond: 2 }, 0);
  expect([0, 0, 0, 0].map((now) => bucket.take(now))).toEqual([true, true, true, false]);
  expect(bucket.wait(0)).toBe(0.5);
  expect([499, 500, 501].map((now) => bucket.take(now))).toEqual([false, true, false]);
  expect(bucket.isFull(10_000)).toBe(true);
});

it('never allows more than the burst and the refill', () => {
  const taking = fc.array(fc.nat({ max: 3_000 }), { maxLength: 200 });
  fc.assert(
    fc.property(
      taking,
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: 20 }),
      (steps, burst, perSecond) => {
        const bucket = new TokenBucket({ burst, perSecond }, 0);
        let now = 0;
        let given = 0;
        for (const step of steps) {
          now += step;
          if (bucket.take(now)) given += 1;
          expect(given).toBeLessThanOrEqual(burst + (now / 1000) * perSecond + 1e-6);
        }
      },
    ),
  );
});

it('counts each key separately, and drops full buckets', () => {
  const buckets = new KeyedTokenBuckets({ burst: 1, perSecond: 1 });
  expect(buckets.take('a', 0)).toBe(0);
  expect(buckets.take('a', 0)).toBe(1);
  expect(buckets.take('b', 0)).toBe(0);
  for (let n = 0; n < 5_000; n += 1) buckets.take(`${n}`, n * 10);
  expect(buckets.take('a', 50_000)).toBe(0);
  expect(buckets.size).toBeLessThan(1_500);
});
