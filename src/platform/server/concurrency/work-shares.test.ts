import { beforeEach, expect, it } from 'vitest';
import { WorkShares } from './work-shares.ts';

let shares: WorkShares;
let now = 0;
beforeEach(() => void (shares = new WorkShares()));

/** Works `count` times for `ms` each, one after the other. Returns how long that takes. */
function workFor(requester: string, { count, ms }: { count: number; ms: number }): number {
  const startedAt = now;
  for (let n = 0; n < count; n += 1) {
    now += shares.pauseMs(requester, now) + ms;
    shares.add(requester, ms, now);
  }
  return now - startedAt;
}

it('gives one who never stops half of the time, after half a second at once', () => {
  expect(workFor('visitors', { count: 10, ms: 50 })).toBe(500);
  workFor('visitors', { count: 20, ms: 50 });
  expect(workFor('visitors', { count: 40, ms: 50 })).toBe(2 * 40 * 50);
});

it('makes nobody else wait, and forgets what was long ago', () => {
  workFor('visitors', { count: 40, ms: 50 });
  expect(workFor('maya', { count: 5, ms: 50 })).toBe(250);
  now += 5_000;
  expect(workFor('visitors', { count: 5, ms: 50 })).toBe(250);
});

it('pauses for a second at most, however long work has taken', () => {
  workFor('visitors', { count: 1, ms: 60_000 });
  expect(workFor('visitors', { count: 1, ms: 50 })).toBe(1_050);
});
