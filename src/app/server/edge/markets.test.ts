import { Server } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMemoryDirectory, type MarketEntry } from '#platform/server/markets/market-directory.ts';
import { TestClock } from '#tests/support/server/test-clock.ts';
import type { App } from '../create-app.ts';
import type { OpenMarket } from './market-slot.ts';
import { Markets } from './markets.ts';

const active: MarketEntry = {
  number: 1,
  name: 'northfield',
  state: 'active',
  reason: null,
  hosts: ['northfield.example'],
  cell: 'main',
  database: { url: 'postgres://northfield' },
  settings: {},
  version: 1,
};
const withDays = (days: string): MarketEntry => ({ ...active, settings: { LISTING_DAYS: days } });

const directory = createMemoryDirectory([active]);
let markets: Markets;
/** The settings of the openings so far, and which of them are closed. */
let opened: MarketEntry['settings'][];
let closed: number[];
/** The next opening waits for it. */
let gate: Promise<void>;
/** A market that is about to close waits for it. */
let lastRequests: Promise<void>;

beforeEach(() => {
  directory.set(active);
  opened = [];
  closed = [];
  gate = Promise.resolve();
  lastRequests = Promise.resolve();
  markets = new Markets({ directory, open, clock: new TestClock(), log, isPinned: () => false, maxOpen: 4 });
});
afterEach(() => markets.close());

const log = { error: () => {}, warn: () => {} };

async function open({ settings }: MarketEntry): Promise<OpenMarket> {
  const index = opened.push(settings) - 1;
  await gate;
  return {
    app: {} as App,
    server: new Server(),
    isBusy: () => false,
    quiet: () => lastRequests,
    drain: () => {},
    close: async () => void closed.push(index),
  };
}

async function replaceDuring(change: () => void): Promise<void> {
  await markets.get(1);
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  directory.set(withDays('77'));
  await expect.poll(() => opened.length).toBe(2);
  change();
  resolve();
}

it.each(['paused', 'deleting', 'moving'] as const)(
  'a market that becomes %s while it is replaced is closed',
  async (state) => {
    await replaceDuring(() => directory.set({ ...withDays('77'), state }));
    await expect.poll(() => closed).toEqual([0, 1]);
    expect(markets.list()).toEqual([]);
  },
);

it('the last requests on open connections are served before a market closes', async () => {
  await markets.get(1);
  const { promise, resolve } = Promise.withResolvers<void>();
  lastRequests = promise;
  const closing = markets.close();
  await Promise.resolve();
  expect(markets.find(1)).toBeDefined();
  expect(closed).toEqual([]);
  resolve();
  await closing;
  expect(closed).toEqual([0]);
});

it('a market that is removed while it is replaced is closed', async () => {
  await replaceDuring(() => directory.remove(1));
  await expect.poll(() => closed).toEqual([0, 1]);
  expect(markets.list()).toEqual([]);
});

it('a market whose settings are changed back while it is replaced has those of now', async () => {
  await replaceDuring(() => directory.set(active));
  await expect.poll(() => opened.at(-1)).toEqual({});
  await expect.poll(() => closed).toEqual([0, 1]);
});
