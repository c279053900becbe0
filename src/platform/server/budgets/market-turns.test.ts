import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type MarketTurn, MarketTurns } from './market-turns.ts';

/** Work that runs until it is finished. */
function startWork() {
  const { promise, resolve: finish } = Promise.withResolvers<string>();
  return { work: vi.fn(() => promise), finish: () => finish('done') };
}

/** Just more than a market may use at once: 500 ms. */
async function useShareUp(market: MarketTurn) {
  for (const milliseconds of [90, 50]) {
    const works = Array.from({ length: 4 }, startWork);
    const done = works.map(({ work }) => market.run(work));
    await settled();
    vi.advanceTimersByTime(milliseconds);
    for (const { finish } of works) finish();
    await Promise.all(done);
    await settled();
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs the work of a market that is alone at once', async () => {
  const markets = new MarketTurns();
  const [market, idle] = [markets.openMarket(), markets.openMarket()];
  const works = [startWork(), startWork()];
  const done = works.map(({ work }) => market.run(work));
  await settled();
  expect(works.map(({ work }) => work.mock.calls.length)).toEqual([1, 1]);
  for (const { finish } of works) finish();
  expect(await Promise.all(done)).toEqual(['done', 'done']);
  idle.close();
});

it('runs a few works of a market at once while another market is used', async () => {
  const markets = new MarketTurns();
  const [market, neighbor] = [markets.openMarket(), markets.openMarket()];
  await neighbor.run(() => Promise.resolve());
  const works = Array.from({ length: 5 }, startWork);
  const done = works.map(({ work }) => market.run(work));
  await settled();
  expect(works.map(({ work }) => work.mock.calls.length)).toEqual([1, 1, 1, 1, 0]);
  for (const { finish } of works) finish();
  expect(await Promise.all(done)).toEqual(works.map(() => 'done'));
});

it('runs one work after the other once a market has used its share up', async () => {
  const markets = new MarketTurns();
  const [greedy, neighbor] = [markets.openMarket(), markets.openMarket()];
  await neighbor.run(() => Promise.resolve());
  await useShareUp(greedy);
  const works = [startWork(), startWork(), startWork()] as const;
  const done = works.map(({ work }) => greedy.run(work));
  await vi.waitFor(() => expect(works[0].work).toHaveBeenCalledOnce());
  await settled();
  expect(works.map(({ work }) => work.mock.calls.length)).toEqual([1, 0, 0]);
  // Its neighbor waits for none of them.
  expect(await neighbor.run(() => Promise.resolve('at once'))).toBe('at once');
  works[0].finish();
  await done[0];
  await vi.waitFor(() => expect(works[1].work).toHaveBeenCalledOnce());
  expect(works[2].work).not.toHaveBeenCalled();
  works[1].finish();
  works[2].finish();
  await Promise.all(done);
});

it('does not make a market pay for what it did alone', async () => {
  const markets = new MarketTurns();
  const [market, neighbor] = [markets.openMarket(), markets.openMarket()];
  for (let times = 0; times < 5; times += 1) await useShareUp(market);
  await neighbor.run(() => Promise.resolve());
  const { work, finish } = startWork();
  const done = market.run(work);
  expect(work).toHaveBeenCalledOnce();
  finish();
  await done;
});

it('lets the next work begin beside one that takes long, and passes failures on', async () => {
  const markets = new MarketTurns();
  const [market, neighbor] = [markets.openMarket(), markets.openMarket()];
  await neighbor.run(() => Promise.resolve());
  const long = startWork();
  const isLongDone = market.run(long.work);
  await expect(market.run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  long.finish();
  expect(await isLongDone).toBe('done');
});

it('is alone again once the other markets are closed', async () => {
  const markets = new MarketTurns();
  const [market, neighbor] = [markets.openMarket(), markets.openMarket()];
  await neighbor.run(() => Promise.resolve());
  neighbor.close();
  const works = [startWork(), startWork()];
  const done = works.map(({ work }) => market.run(work));
  await settled();
  expect(works.map(({ work }) => work.mock.calls.length)).toEqual([1, 1]);
  for (const { finish } of works) finish();
  await Promise.all(done);
});
