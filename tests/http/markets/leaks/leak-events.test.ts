import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { CellCarrier } from '#platform/server/events/cell-carrier.ts';
import type { OpenCarrier } from '#platform/server/events/event-carrier.ts';
import { openPostgresqlCarrier } from '#platform/server/events/postgresql-carrier.ts';
import { openRedisCarrier } from '#platform/server/events/redis-carrier.ts';
import { rootOfMarket } from '#platform/server/markets/market-keys.ts';
import { CANARY } from '#tests/support/markets/filled-market.ts';
import { silentLog as log } from '#tests/support/product/test-cell.ts';
import { findRedis, startRedis } from '#tests/support/server/redis-server.ts';
import { TestApp } from '#tests/support/server/test-app.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

const ROOT = 'the secret of the installation, which is long enough';
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Keeps what the cell carries, and puts in what a test gives it. */
function tap(open: OpenCarrier) {
  const texts: string[] = [];
  let inject = (_text: string) => {};
  const tapped: OpenCarrier = (listener) => {
    inject = (text) => listener.onText(text);
    const onText = (text: string) => {
      texts.push(text);
      listener.onText(text);
    };
    return open({ ...listener, onText });
  };
  return { open: tapped, texts, inject: (text: string) => inject(text) };
}

/** Two processes of a cell, both with the markets 2 and 3. */
async function startCell(open: OpenCarrier) {
  const taps = [tap(open), tap(open)];
  const carriers = taps.map((tapped) => new CellCarrier(tapped.open));
  ends.push(async () => void (await Promise.all(carriers.map((carrier) => carrier.close()))));
  const startMarket = async (number: number) => {
    const database = await createTestDatabase({ own: true });
    ends.push(() => database.close());
    const variables = { DATABASE_URL: database.url, SECRET_KEY: rootOfMarket(ROOT, number) };
    const apps: TestApp[] = [];
    for (const carrier of carriers)
      apps.push(await TestApp.start({ database, variables, carrier: carrier.forMarket(number) }));
    ends.push(async () => void (await Promise.all(apps.map((app) => app.stop()))));
    return apps as [TestApp, TestApp];
  };
  return { taps, full: await startMarket(2), asking: await startMarket(3) };
}

async function checkEvents(open: OpenCarrier): Promise<void> {
  const { taps, full, asking } = await startCell(open);
  const [seller, buyer] = [
    await full[0].signedInClient(`Priya ${CANARY}`),
    await full[0].signedInClient('Tom'),
  ];
  const stranger = await asking[0].signedInClient('Stranger');
  const book = (await seller.post('/api/books', { ...algorithms, title: `Algorithms ${CANARY}` })).body;
  const conversationId = (await buyer.post('/api/conversations', { bookId: book.id })).body.id;
  const [hers, foreign] = [await seller.connect(full[1].address), await stranger.connect(asking[1].address)];
  const send = async (content: string) => {
    const clientMessageId = randomUUID();
    await buyer.post('/api/messages', { conversationId, content, clientMessageId });
    await hers.next('new_message', ({ message }) => message.content === content);
  };
  await send(`At noon ${CANARY}`);
  const [, second] = taps;
  const carried = second!.texts.filter((text) => text.startsWith('2 '));
  expect(carried.length).toBeGreaterThan(0);
  const readable = carried.map((text) => text + Buffer.from(text, 'base64').toString('latin1'));
  expect(readable.join('\n')).not.toContain(CANARY);
  // In the name of the other market, its key does not open them.
  for (const text of carried) second!.inject(text.replace(/^2 /, '3 '));
  for (const text of ['3 ', '3', '03 x', '-3 x', '99999999999 x']) second!.inject(text);
  await send('Still there?');
  await foreign.settled();
  expect(foreign.received.filter(({ type }) => !['auth_success', 'error'].includes(type))).toEqual([]);
  const { body } = await asking[1].visitor().get('/metrics');
  expect(body).toMatch(/bookswap_dropped_events_total\{reason="unsealed"\} [1-9]/);
  for (const socket of [hers, foreign]) socket.terminate();
}

describe('events of a market between two processes of a cell reach no other market', () => {
  it('over notifications of the database', async () => {
    const { url } = await createTestDatabase();
    await checkEvents((listener) => openPostgresqlCarrier({ url, log }, listener));
  });

  it.skipIf(findRedis() === undefined)('over Redis (skipped without redis-server)', async () => {
    const redis = await startRedis();
    ends.push(() => redis.stop());
    const options = { url: redis.url, channel: 'bookswap:test', log };
    await checkEvents((listener) => openRedisCarrier(options, listener));
  });
});
