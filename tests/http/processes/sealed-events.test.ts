import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestApp } from '#tests/support/server/test-app.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

/** Two processes on one database, which share events over its notifications. */
let one: TestApp;
let other: TestApp;
/** Who may connect to the database, and reads and writes no table. */
let stranger: pg.Client;
const heard: { channel: string; payload: string }[] = [];

const CHANNELS = ['bookswap_events', 'bookswap_sealed_events'];

beforeAll(async () => {
  const { url } = await createTestDatabase();
  const variables = { DATABASE_URL: url, SECRET_KEY: 'the key of both processes, long enough' };
  [one, other] = [await TestApp.start({ variables }), await TestApp.start({ variables })];
  stranger = new pg.Client(url);
  await stranger.connect();
  stranger.on('notification', ({ channel, payload }) => heard.push({ channel, payload: payload! }));
  for (const channel of CHANNELS) await stranger.query(`LISTEN ${channel}`);
});
afterAll(async () => {
  await stranger.end();
  await one.stop();
  await other.stop();
});

const notify = (channel: string, payload: string) =>
  stranger.query('SELECT pg_notify($1, $2)', [channel, payload]);
async function dropped(): Promise<Record<string, number>> {
  const { body } = await other.visitor().get('/metrics');
  const pattern = /^bookswap_dropped_events_total\{reason="(\w+)"\} (\d+)$/gm;
  return Object.fromEntries([...body.matchAll(pattern)].map(([, reason, count]) => [reason, Number(count)]));
}

it('a stranger on the channel reads no message, and forges or repeats none', async () => {
  const [priya, tom] = [await one.signedInClient('Priya'), await one.signedInClient('Tom')];
  const { body: book } = await priya.post('/api/books', algorithms);
  const { body: conversation } = await tom.post('/api/conversations', { bookId: book.id });
  const socket = await priya.connect(other.address);
  const send = async (content: string) => {
    const clientMessageId = randomUUID();
    await tom.post('/api/messages', { conversationId: conversation.id, content, clientMessageId });
    return socket.next('new_message');
  };

  heard.length = 0;
  await send('Meet me behind the library');
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  const sealed = heard.slice();
  const readable = sealed.map(({ payload }) => payload + Buffer.from(payload, 'base64').toString('latin1'));
  expect(readable.join('\n')).not.toMatch(/library|conversationId|topic/);

  const message = {
    id: randomUUID(),
    conversationId: conversation.id,
    senderId: tom.id,
    content: 'Send the money to this account',
    seq: 2,
  };
  const forged = { topic: 'message-sent', payload: { message, participants: [priya.id, tom.id] } };
  for (const channel of CHANNELS) {
    await notify(channel, `${randomUUID()} 1/1 ${JSON.stringify({ from: randomUUID(), ...forged })}`);
    await notify(channel, `${randomUUID()} 1/1 ${randomUUID()}`);
    await notify(channel, 'neither a chunk nor an event');
  }
  for (const { channel, payload } of sealed) await notify(channel, payload);
  // Sent behind them on the same channel: what was forged would be here by now.
  const last = await send('Still there?');
  expect(last['message']).toMatchObject({ content: 'Still there?' });
  const { unsealed, expired, repeated } = await dropped();
  expect([unsealed, expired]).toEqual([2, 0]);
  expect(repeated).toBeGreaterThan(0);
});
