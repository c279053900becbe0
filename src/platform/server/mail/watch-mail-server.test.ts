import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMailServerWatch } from './watch-mail-server.ts';

let isUp: boolean;
let returns: number;
let onLost: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  [isUp, returns] = [true, 0];
  const greet = async () => {
    if (!isUp) throw new Error('refused');
  };
  onLost = createMailServerWatch({ greet, onBack: async () => void (returns += 1) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Seconds until the waiting emails become due, from the moment at which the server is back. */
async function outage(): Promise<number> {
  isUp = false;
  onLost();
  await vi.advanceTimersByTimeAsync(0);
  isUp = true;
  const start = Date.now();
  const before = returns;
  for (;;) {
    await vi.advanceTimersByTimeAsync(1_000);
    if (returns > before) return (Date.now() - start) / 1_000;
  }
}

it('takes a lost connection for no outage while the server responds', async () => {
  onLost();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(returns).toBe(0);
});

it('notices each return once, and waits longer when the server comes and goes', async () => {
  expect(await outage()).toBeLessThanOrEqual(10);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(returns).toBe(1);
  const pauses: number[] = [];
  for (let round = 0; round < 10; round += 1) pauses.push(await outage());
  expect(pauses[0]).toBeGreaterThan(5);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.at(-1)).toBe(600);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(await outage()).toBeLessThanOrEqual(10);
});
