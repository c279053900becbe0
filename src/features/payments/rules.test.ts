import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  RECONCILE_AFTER_MS,
  ABANDON_AFTER_MS,
  nextReconcileAt,
  paymentStatuses,
  transitionPath,
  paymentTransitions,
} from './rules.ts';

const status = fc.constantFrom(...paymentStatuses);

it('moves a payment along the table only, by the shortest path', () => {
  fc.assert(
    fc.property(status, status, (from, to) => {
      const steps = transitionPath(from, to);
      const reached = new Set([from]);
      let distance = 0;
      while (!reached.has(to) && distance < paymentStatuses.length) {
        const before = [...reached];
        for (const each of before) paymentTransitions[each].forEach((next) => reached.add(next));
        distance += 1;
      }
      if (!reached.has(to)) {
        expect(steps).toBeNull();
        return;
      }
      expect(steps).toHaveLength(distance);
      let at = from;
      for (const step of steps!) {
        expect(paymentTransitions[at]).toContain(step);
        at = step;
      }
      expect(at).toBe(to);
    }),
  );
});

it('takes every missed step', () => {
  expect(transitionPath('pending', 'refunded')).toEqual(['succeeded', 'refunded']);
  expect(transitionPath('pending', 'disputed')).toEqual(['succeeded', 'disputed']);
  expect(transitionPath('succeeded', 'succeeded')).toEqual([]);
  expect(transitionPath('succeeded', 'failed')).toBeNull();
  expect(transitionPath('canceled', 'succeeded')).toBeNull();
});

it('asks at growing intervals, at the deadline, and then daily', () => {
  const createdAt = new Date('2026-09-01T08:00:00Z');
  const age = fc.integer({ min: 0, max: 10 * ABANDON_AFTER_MS });
  fc.assert(
    fc.property(age, (ms) => {
      const next =
        nextReconcileAt(createdAt, new Date(createdAt.getTime() + ms)).getTime() - createdAt.getTime();
      expect(next).toBeGreaterThan(ms);
      expect(next - ms).toBeLessThanOrEqual(ABANDON_AFTER_MS);
      if (ms < ABANDON_AFTER_MS) expect(next).toBeLessThanOrEqual(ABANDON_AFTER_MS);
      if (ms < ABANDON_AFTER_MS - RECONCILE_AFTER_MS)
        expect(next - ms).toBeGreaterThanOrEqual(RECONCILE_AFTER_MS);
    }),
  );
});
