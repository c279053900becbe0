import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import type { ReadableDatabase } from './database.ts';
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

const primary = {} as ReadableDatabase;
/** Fails on the replica, and tells what the primary reads. */
const failWith = (error: Error) => async (from: ReadableDatabase) => {
  if (from !== primary) throw error;
  return 'of the primary';
};

it('stays in use after slow statements as long as it responds to a check', async () => {
  const { replica } = openReplica();
  await vi.advanceTimersByTimeAsync(3 * CHECK_INTERVAL_MS);
  for (let time = 0; time < 5; time += 1)
    expect(await replica.read(primary, failWith(new Error('Query read timeout')))).toBe('of the primary');
  expect(replica.isUsable).toBe(true);
  vi.spyOn(GuardedPool.prototype, 'query').mockRejectedValue(new Error('Query read timeout'));
  await replica.read(primary, failWith(new Error('Query read timeout')));
  await replica.check();
  expect(replica.isUsable).toBe(false);
  await replica.close();
});

it('is left out at once when its connections break', async () => {
  const { replica } = openReplica();
  await vi.advanceTimersByTimeAsync(3 * CHECK_INTERVAL_MS);
  const broken = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  expect(await replica.read(primary, failWith(broken))).toBe('of the primary');
  expect(replica.isUsable).toBe(false);
  await replica.close();
});

it('answers for what does not exist, unless it may be too new for it', async () => {
  const { replica } = openReplica();
  await vi.advanceTimersByTimeAsync(3 * CHECK_INTERVAL_MS);
  const missing = failWith(commonProblem('not-found'));
  await expect(replica.read(primary, missing)).rejects.toMatchObject({ code: 'not-found' });
  expect(await replica.read(primary, missing, { mayBeNew: true })).toBe('of the primary');
  // A column that a migration adds arrives there later.
  expect(await replica.read(primary, failWith(new Error('column is missing')))).toBe('of the primary');
  await replica.close();
});
