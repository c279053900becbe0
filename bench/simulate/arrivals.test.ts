import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../load/random.ts';
import { planDay, poissonMoments } from './arrivals.ts';
import { features, peakRate, rateAt } from './day-model.ts';

test('arrivals are ordered, inside of the day, and the same for the same seed', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.record({
        multiple: fc.double({ min: 0.1, max: 20, noNaN: true }),
        termStart: fc.boolean(),
        minutes: fc.double({ min: 0.1, max: 3, noNaN: true }),
      }),
      (seed, day) => {
        const plan = planDay(seededRandom(seed), day);
        expect(planDay(seededRandom(seed), day)).toEqual(plan);
        const times = plan.map(({ at }) => at);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        expect(times.every((at) => at >= 0 && at < day.minutes * 60_000)).toBe(true);
      },
    ),
    { numRuns: 30 },
  );
});

test('as many arrive as the rate says, within what chance allows', () => {
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 1, max: 200, noNaN: true }), (seed, peak) => {
      const durationMs = 60_000;
      // A rising rate: half of the peak on average, a quarter of it in the first half.
      const moments = [
        ...poissonMoments(seededRandom(seed), { at: (ms) => (peak * ms) / durationMs, peak, durationMs }),
      ];
      const within = (count: number, expected: number) =>
        expect(Math.abs(count - expected)).toBeLessThan(7 * Math.sqrt(expected) + 7);
      within(moments.length, peak * 30);
      within(moments.filter((at) => at < durationMs / 2).length, peak * 7.5);
    }),
    { numRuns: 50 },
  );
});

test('no moment of the day is busier than the peak, and a multiple multiplies', () => {
  const moment = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      fc.constantFrom(...features),
      moment,
      fc.integer({ min: 1, max: 100 }),
      (feature, at, multiple) => {
        expect(rateAt(feature, at)).toBeGreaterThan(0);
        expect(rateAt(feature, at)).toBeLessThanOrEqual(peakRate(feature) * 1.000001);
        expect(rateAt(feature, at, { multiple })).toBeCloseTo(multiple * rateAt(feature, at));
      },
    ),
  );
});

test('a day has as many visits as its students make', () => {
  const steps = 2_400;
  const rates = Array.from({ length: steps }, (_, step) => rateAt('visit', (step + 0.5) / steps));
  expect((rates.reduce((sum, rate) => sum + rate, 0) / steps) * 86_400).toBeCloseTo(1_500, 0);
});
