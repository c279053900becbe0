import fc from 'fast-check';
import { expect, it } from 'vitest';
import { askAfter, giveUpAfter, nextAsk, paymentStatuses, stepsTo, transitions } from './rules.ts';

const status = fc.constantFrom(...paymentStatuses);

it('moves a payment along the table and nowhere else, by the shortest way', () => {
  fc.assert(
    fc.property(status, status, (from, to) => {
      const steps = stepsTo(from, to);
      const reached = new Set([from]);
      let distance = 0;
      while (!reached.has(to) && distance < paymentStatuses.length) {
        const before = [...reached];
        for (const each of before) transitions[each].forEach((next) => reached.add(next));
        distance += 1;
      }
      if (!reached.has(to)) {
        expect(steps).toBeNull();
        return;
      }
      expect(steps).toHaveLength(distance);
      let at = from;
      for (const step of steps!) {
        expect(transitions[at]).toContain(step);
        at = step;
      }
      expect(at).toBe(to);
    }),
  );
});

it('takes every step of what was missed', () => {
  expect(stepsTo('pending', 'refunded')).toEqual(['succeeded', 'refunded']);
  expect(stepsTo('pending', 'disputed')).toEqual(['succeeded', 'disputed']);
  expect(stepsTo('succeeded', 'succeeded')).toEqual([]);
  expect(stepsTo('succeeded', 'failed')).toBeNull();
  expect(stepsTo('canceled', 'succeeded')).toBeNull();
});

it('asks again later and later, at the time of giving up, and then daily', () => {
  const createdAt = new Date('2026-09-01T08:00:00Z');
  const age = fc.integer({ min: 0, max: 10 * giveUpAfter });
  fc.assert(
    fc.property(age, (ms) => {
      const next = nextAsk(createdAt, new Date(createdAt.getTime() + ms)).getTime() - createdAt.getTime();
      expect(next).toBeGreaterThan(ms);
      expect(next - ms).toBeLessThanOrEqual(giveUpAfter);
      if (ms < giveUpAfter) expect(next).toBeLessThanOrEqual(giveUpAfter);
      if (ms < giveUpAfter - askAfter) expect(next - ms).toBeGreaterThanOrEqual(askAfter);
    }),
  );
});
