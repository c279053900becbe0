import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { GuardedPool } from './guarded-pool.ts';
import { Replica } from './replica.ts';

const CHECK_INTERVAL_MS = 1_000;
const delay = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A primary whose log is at the position that is named after the second, and what the replica is asked. */
function openReplica() {
  const startedAt = Date.now();
  const primary = {
    hangs: Promise.resolve(),
    async query() {
      await this.hangs;
      return { rows: [{ lsn: `0/${(Date.now() - startedAt) / CHECK_INTERVAL_MS}` }] };
    },
  };
  const asked: unknown[] = [];
  vi.spyOn(GuardedPool.prototype, 'query').mockImplementation(async (_text: string, [lsn]: unknown[]) => {
    asked.push(lsn);
    return { rows: [{ caught_up: true }] };
  });
  const replica = new Replica({
    url: 'postgresql://replica.test',
    primary: primary as unknown as Pool,
    log: createRecordingLog(),
  });
  return { replica, primary, asked };
}

it('must have replayed what the primary had written two seconds ago', async () => {
  const { replica, asked } = openReplica();
  await vi.advanceTimersByTimeAsync(10 * CHECK_INTERVAL_MS);
  expect(asked.at(-1)).toBe('0/8');
  await replica.close();
});

it('is not measured by something older after a minute without a check', async () => {
  const { replica, primary, asked } = openReplica();
  await vi.advanceTimersByTimeAsync(10 * CHECK_INTERVAL_MS);
  primary.hangs = delay(60_000);
  await vi.advanceTimersByTimeAsync(60_000 + 4 * CHECK_INTERVAL_MS);
  expect(asked.slice(-6)).toEqual(['0/10', '0/10', '0/10', '0/70', '0/71', '0/72']);
  await replica.close();
});
