import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CarrierListener, OpenCarrier } from '#platform/server/events/event-carrier.ts';
import { recentEvents } from '#platform/server/events/table.ts';
import { createFakePageSource } from '#tests/support/fakes/fake-page-source.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

/** Two processes on one database. Nothing that one sends arrives at the other, and neither notices. */
let one: TestApp;
let other: TestApp;
/** What the carrier has lost. */
const lost: string[] = [];
const listeners: CarrierListener[] = [];
const rendered: string[] = [];

const lossyCarrier: OpenCarrier = async (listener) => {
  listeners.push(listener);
  listener.onListening();
  return { send: async (text) => void lost.push(text), ping: async () => {}, close: async () => {} };
};

beforeAll(async () => {
  const { url } = await createTestDatabase();
  const variables = { DATABASE_URL: url, SECRET_KEY: 'the key of both processes, long enough' };
  one = await TestApp.start({ variables, carrier: lossyCarrier });
  other = await TestApp.start({ variables, carrier: lossyCarrier, pages: createFakePageSource(rendered) });
});
afterAll(async () => {
  await one.stop();
  await other.stop();
});

/** What the processes do every two seconds: an event that is unheard twice is lost. */
async function makeGood(): Promise<void> {
  for (let search = 0; search < 2; search += 1) {
    for (const { app } of [one, other]) await app.context.events.recovery!.run();
  }
}

/** A seller and a buyer with a conversation; both send to the first process, and listen at the other. */
async function openConversation() {
  const [priya, tom] = [await one.signedInClient('Priya'), await one.signedInClient('Tom')];
  const { body: book } = await priya.post('/api/books', algorithms);
  const { body: conversation } = await tom.post('/api/conversations', { bookId: book.id });
  const [hers, his] = [await priya.connect(other.address), await tom.connect(other.address)];
  const send = async (from: TestClient, content: string) =>
    (
      await from.post('/api/messages', {
        conversationId: conversation.id,
        content,
        clientMessageId: randomUUID(),
      })
    ).body;
  return { priya, tom, hers, his, book, conversationId: conversation.id as string, send };
}

it('delivers messages whose events were lost, once and in order', async () => {
  const { priya, tom, hers, his, send } = await openConversation();
  for (const n of [1, 2, 3]) await send(n === 2 ? priya : tom, `message ${n}`);
  await makeGood();
  for (const socket of [hers, his]) {
    await socket.next('new_message', ({ message }) => message.seq === 3);
    await socket.next(
      'conversation',
      ({ conversation }) => conversation.lastMessage?.content === 'message 3',
    );
  }
  const metrics = await (await fetch(`${other.address}/metrics`)).text();
  expect(metrics).toMatch(/^bookswap_recovered_events_total [1-9]/m);
  // The events arrive after all.
  for (const text of lost) for (const listener of listeners) listener.onText(text);
  await makeGood();
  for (const socket of [hers, his]) {
    await socket.settled();
    const contents = socket.all('new_message').map(({ message }) => message.content);
    expect(contents).toEqual(['message 1', 'message 2', 'message 3']);
  }
});

it('delivers read marks, opened conversations, and changes of listings and users', async () => {
  const { priya, tom, hers, his, book, conversationId, send } = await openConversation();
  const message = await send(tom, 'Is it still there?');
  await priya.patch(`/api/messages/${message.id}/read`, {});
  await priya.patch(`/api/books/${book.id}`, { title: 'Another title' });
  await priya.patch('/api/users/me', { name: 'Priya Sharma' });
  await makeGood();
  expect(await his.next('message_read')).toMatchObject({ conversationId, upToSeq: 1 });
  expect((await hers.next('conversation')).conversation.id).toBe(conversationId);
  await his.next('book', ({ bookId }) => bookId === book.id);
  await hers.next('user');
  for (const socket of [hers, his]) {
    await socket.settled();
    expect(socket.all('missed')).toEqual([]);
  }
});

it('ends the sockets of revoked sessions and deleted users', async () => {
  const { priya, tom, hers, his } = await openConversation();
  await priya.delete('/api/users/me/sessions');
  const { id } = tom;
  await one.app.accounts.deleteUser(id);
  await makeGood();
  expect(await hers.closed).toMatchObject({ code: 1008 });
  expect(await his.closed).toMatchObject({ code: 1008, reason: 'This account was deleted' });
});

it('serves lists, listings and pages that are at most a second old', async () => {
  const priya = await one.signedInClient('Priya');
  const { body: book } = await priya.post('/api/books', algorithms);
  const visitor = other.visitor();
  const titles = async () => {
    const [detail, list] = [await visitor.get(`/api/books/${book.id}`), await visitor.get('/api/books')];
    await visitor.get('/');
    return [detail.body.title, list.body.find(({ id }: { id: string }) => id === book.id).title];
  };
  other.clock.advance(1_000);
  rendered.length = 0;
  expect(await titles()).toEqual([algorithms.title, algorithms.title]);
  await priya.patch(`/api/books/${book.id}`, { title: 'Another title' });
  other.clock.advance(999);
  expect(await titles()).toEqual([algorithms.title, algorithms.title]);
  expect(rendered).toHaveLength(1);
  other.clock.advance(1);
  expect(await titles()).toEqual(['Another title', 'Another title']);
  expect(rendered).toHaveLength(2);
});

it('stores events for two minutes', async () => {
  const { priya, book } = await openConversation();
  await priya.patch(`/api/books/${book.id}`, { title: 'Another title' });
  const stored = async () => {
    const rows = await one.database.orm.select({ id: recentEvents.id }).from(recentEvents);
    return rows.map(({ id }) => id);
  };
  await expect.poll(stored).not.toEqual([]);
  const early = await stored();
  one.clock.advance(119_000);
  await one.app.context.jobs.runNow('purge-recent-events');
  expect(await stored()).toEqual(expect.arrayContaining(early));
  one.clock.advance(2_000);
  await one.app.context.jobs.runNow('purge-recent-events');
  // Others may have been stored meanwhile.
  expect((await stored()).filter((id) => early.includes(id))).toEqual([]);
});
