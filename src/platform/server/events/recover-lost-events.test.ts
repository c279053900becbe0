import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/create-http-server.ts';
import { newId } from '../new-id.ts';
import { RecentKeys } from './recent-keys.ts';
import { LostEventRecovery } from './recover-lost-events.ts';

const silent = { info() {}, warn() {} } as unknown as Logger;
const noon = new Date('2026-11-20T12:00:00.000Z');
const INTERVAL_MS = 2_000;

type Row = { source: number; id: string; one: string | null; other: string | null };

/** What is stored, which rows events have announced, and what was made good. */
let rows: Row[] = [];
let statements = 0;
let isDatabaseAway = false;
let connected = new Set<string>();
const seen = new Set<string>();
const recovered: string[] = [];
const gaps: Date[] = [];
let recovery: LostEventRecovery;

const database = {
  orm: {
    async execute() {
      statements += 1;
      if (isDatabaseAway) throw new Error('away');
      return { rows };
    },
  },
} as unknown as Database;

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
  [rows, statements, isDatabaseAway, connected] = [[], 0, false, new Set(['tom'])];
  for (const list of [recovered, gaps]) list.length = 0;
  seen.clear();
  const clock = { now: () => new Date() };
  recovery = new LostEventRecovery({ database, clock, log: silent, onGap: (since) => void gaps.push(since) });
  recovery.add({
    name: 'rows',
    select: () => sql`SELECT`,
    isSeen: (id) => seen.has(id),
    async recover(ids) {
      for (const id of ids) seen.add(id);
      recovered.push(...ids);
    },
  });
  recovery.begin({ isAnyone: () => connected.size > 0, includes: (userId) => connected.has(userId) });
});
afterEach(async () => {
  await recovery.stop();
  vi.useRealTimers();
});

const store = (id: string, one: string | null = null) => rows.push({ source: 0, id, one, other: null });

it('makes good within five seconds what no event has announced, once', async () => {
  store('a');
  store('b', 'tom');
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  expect(recovered).toEqual([]);
  await vi.advanceTimersByTimeAsync(INTERVAL_MS + 999);
  expect(recovered).toEqual(['a', 'b']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(recovered).toEqual(['a', 'b']);
});

it('leaves alone what is announced late, and what concerns nobody here', async () => {
  store('late');
  store('of another', 'priya');
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  seen.add('late');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(recovered).toEqual([]);
});

it('asks nothing while nobody is connected, nor after its end', async () => {
  connected = new Set();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(statements).toBe(0);
  connected = new Set(['tom']);
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  expect(statements).toBe(1);
  await recovery.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(statements).toBe(1);
});

it('reports a gap after the database was away, since it may have lost what it had stored', async () => {
  isDatabaseAway = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(gaps).toEqual([]);
  isDatabaseAway = false;
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  expect(gaps).toEqual([new Date(noon.getTime() + INTERVAL_MS)]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(gaps).toHaveLength(1);
});

/** Inserts as many rows as one search reads; `ageMs` is the age of the oldest. */
const fillSearch = (ageMs: number) => {
  const id = newId(new Date(Date.now() - ageMs));
  rows = Array.from({ length: 20_000 }, () => ({ source: 0, id, one: 'of another', other: null }));
};

it('reports a gap when a search leaves out rows that the two before it cannot have seen twice', async () => {
  await vi.advanceTimersByTimeAsync(2 * INTERVAL_MS);
  fillSearch(INTERVAL_MS - 1);
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  expect(gaps).toEqual([new Date(noon.getTime() + INTERVAL_MS)]);
  rows.pop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(gaps).toHaveLength(1);
});

it('reports none while full searches overlap: every browser would fetch everything again', async () => {
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  for (let search = 0; search < 10; search += 1) {
    fillSearch(INTERVAL_MS + 1);
    await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  }
  expect(gaps).toEqual([]);
});

it('remembers keys for their lifetime', () => {
  const keys = new RecentKeys({ now: () => new Date() }, 1_000);
  expect([keys.add('a'), keys.add('a')]).toEqual([true, false]);
  vi.advanceTimersByTime(999);
  expect(keys.add('b')).toBe(true);
  vi.advanceTimersByTime(1);
  expect([keys.add('c'), keys.has('a'), keys.has('b')]).toEqual([true, true, true]);
  vi.advanceTimersByTime(1_000);
  expect([keys.add('d'), keys.has('a'), keys.has('c')]).toEqual([true, false, true]);
});
