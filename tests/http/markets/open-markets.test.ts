import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { TestMarkets } from '#tests/support/markets/test-markets.ts';

let markets: TestMarkets;
afterEach(() => markets.stop());

const NAMES = ['northfield', 'westfield', 'eastfield'] as const;
const ask = (name: string, path = '/api/books') => fetch(markets.addressOf(name) + path);
const statusAt = async (name: string) => (await ask(name)).status;
const refusalAt = async (name: string) => {
  const { status, headers } = await ask(name);
  return [status, headers.get('retry-after')];
};

describe('markets are opened at their first request', () => {
  it('once for all that wait, and closed after ten minutes without use', async () => {
    markets = await TestMarkets.start(NAMES);
    expect(NAMES.map(markets.isOpen)).toEqual([false, false, false]);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusAt('northfield')));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(NAMES.map(markets.isOpen)).toEqual([true, false, false]);
    const first = markets.edge.markets.find(1);

    markets.clock.advance(9 * MINUTE_MS);
    await statusAt('westfield');
    await markets.edge.markets.closeIdle();
    expect(NAMES.map(markets.isOpen)).toEqual([true, true, false]);
    markets.clock.advance(MINUTE_MS);
    await markets.edge.markets.closeIdle();
    expect(NAMES.map(markets.isOpen)).toEqual([false, true, false]);
    markets.clock.advance(9 * MINUTE_MS);
    await markets.edge.markets.closeIdle();
    expect(NAMES.map(markets.isOpen)).toEqual([false, false, false]);

    expect(await statusAt('northfield')).toBe(200);
    expect(markets.edge.markets.find(1)).not.toBe(first);
  });

  it('and stay open for a socket and for a job', async () => {
    markets = await TestMarkets.open(['northfield', 'westfield']);
    const socket = await markets.world('northfield').seller.connect();
    const job = Promise.withResolvers<void>();
    const running = markets.edge.markets.run(2, () => job.promise);
    markets.clock.advance(DAY_MS);
    await markets.edge.markets.closeIdle();
    expect([markets.isOpen('northfield'), markets.isOpen('westfield')]).toEqual([true, true]);
    socket.terminate();
    job.resolve();
    await running;
    markets.clock.advance(DAY_MS);
    const closed = async () => {
      await markets.edge.markets.closeIdle();
      return [markets.isOpen('northfield'), markets.isOpen('westfield')];
    };
    await expect.poll(closed).toEqual([false, false]);
  });

  it('at most as many as configured: the one that was used longest ago is closed', async () => {
    markets = await TestMarkets.start(NAMES, { variables: { MAX_OPEN_MARKETS: '2' } });
    for (const name of ['northfield', 'westfield', 'northfield', 'eastfield']) {
      markets.clock.advance(1_000);
      expect(await statusAt(name)).toBe(200);
    }
    expect(NAMES.map(markets.isOpen)).toEqual([true, false, true]);
  });
});

it('a market that cannot be opened is tried again after 1, 2, 4 … seconds, and others see nothing', async () => {
  markets = await TestMarkets.start(NAMES);
  const { database } = markets.entry('westfield');
  markets.change('westfield', { database: { url: 'postgres://nobody@127.0.0.1:1/nothing' } });
  expect(await refusalAt('westfield')).toEqual([503, '1']);
  expect(await statusAt('northfield')).toBe(200);
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    // Not tried before its time.
    expect(await refusalAt('westfield')).toEqual([503, String(Math.min(seconds, 30))]);
    markets.clock.advance(seconds * 1_000);
    expect(await refusalAt('westfield')).toEqual([503, String(Math.min(seconds * 2, 30))]);
  }
  markets.change('westfield', { database });
  expect(await statusAt('westfield')).toBe(200);
});

describe('reopening', () => {
  it('loses no request, and the new app has the new settings', async () => {
    markets = await TestMarkets.open(['northfield', 'westfield']);
    const { seller } = markets.world('northfield');
    const neighbor = markets.edge.markets.find(2);
    const first = markets.edge.markets.find(1);
    const work = { hasEnded: false };
    const statuses = new Map<number, number>();
    const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const reader = async () => {
      while (!work.hasEnded) count(await statusAt('northfield'));
    };
    let created = 0;
    const writer = async () => {
      while (!work.hasEnded) {
        const { status } = await seller.post('/api/books', {
          title: `Book ${created}`,
          author: 'A',
          subject: 'Computer Science',
          condition: 'Good',
          price: 100,
          images: [],
        });
        count(status);
        created += 1;
      }
    };
    const clients = [reader(), reader(), writer(), writer()];
    const socket = await seller.connect();
    await markets.edge.markets.reopen(1);
    expect((await socket.closed).code).toBe(1012);
    const { settings } = markets.entry('northfield');
    markets.change('northfield', { settings: { ...settings, LISTING_DAYS: '77' } });
    await markets.edge.markets.reopen(1);
    work.hasEnded = true;
    await Promise.all(clients);
    expect(new Set(statuses.keys())).toEqual(new Set([200, 201]));
    expect(created).toBeGreaterThan(0);
    const { rows } = await markets.database('northfield').pool.query('SELECT count(*) AS n FROM books');
    expect(Number(rows[0].n)).toBe(created);
    expect(markets.edge.markets.find(1)).not.toBe(first);
    expect(markets.edge.markets.find(2)).toBe(neighbor);
    (await seller.connect()).terminate();
  });

  it('with settings that are not valid leaves the old app at work', async () => {
    markets = await TestMarkets.start(['northfield', 'westfield']);
    expect(await statusAt('northfield')).toBe(200);
    const first = markets.edge.markets.find(1);
    const { settings } = markets.entry('northfield');
    markets.change('northfield', { settings: { ...settings, LISTING_DAYS: 'many' } });
    await expect(markets.edge.markets.reopen(1)).rejects.toThrow('LISTING_DAYS');
    expect(markets.edge.markets.find(1)).toBe(first);
    expect(await statusAt('northfield')).toBe(200);
  });
});
