import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestMarkets } from '#tests/support/markets/test-markets.ts';

let markets: TestMarkets;
beforeEach(async () => {
  markets = await TestMarkets.open(['northfield', 'westfield'], {
    slots: { runningOfMarket: 1, waiting: 2 },
  });
});
afterEach(() => markets.stop());

const UNKNOWN_BOOK = `/api/books/${crypto.randomUUID()}`;
const statusAt = async (name: string, path: string) =>
  (await fetch(markets.addressOf(name) + path, { headers: { connection: 'close' } })).status;

it('a market whose requests hang refuses its newest, and takes no place from another one', async () => {
  // Cached, so that it needs no place.
  expect(await statusAt('northfield', '/api/books')).toBe(200);
  const client = await markets.database('northfield').pool.connect();
  await client.query('BEGIN; LOCK TABLE books');
  const hanging = [1, 2, 3].map(() => statusAt('northfield', UNKNOWN_BOOK));
  const { queue } = await waitUntilFull();
  expect(queue).toBe(2);
  expect(await statusAt('northfield', UNKNOWN_BOOK)).toBe(503);
  expect(await statusAt('northfield', '/api/books')).toBe(200);
  // Another market has its own place, and one that waits there takes that of the busy one.
  expect(await statusAt('westfield', UNKNOWN_BOOK)).toBe(404);
  await client.query('ROLLBACK');
  client.release();
  expect(await Promise.all(hanging)).toEqual([404, 404, 404]);
});

it('a request whose body does not arrive has no place', async () => {
  const { hostname, port } = new URL(markets.addressOf('northfield'));
  const line = connect(Number(port), hostname);
  const head = ['POST /api/books HTTP/1.1', `Host: ${hostname}`, 'Content-Type: application/json'];
  await new Promise<void>((resolve) =>
    line.write(`${[...head, 'Content-Length: 100'].join('\r\n')}\r\n\r\n{`, () => resolve()),
  );
  await expect.poll(() => markets.edge.markets.find(1)!.isBusy()).toBe(true);
  expect(await statusAt('northfield', UNKNOWN_BOOK)).toBe(404);
  line.destroy();
});

/** Two of three wait, which `/metrics` says. */
async function waitUntilFull(): Promise<{ queue: number }> {
  const read = async () => {
    const text = await markets.services.metrics.text();
    return Number(/bookswap_queue_waiting_tasks\{queue="market-requests"\} (\d+)/.exec(text)?.[1]);
  };
  await expect.poll(read).toBe(2);
  return { queue: await read() };
}
