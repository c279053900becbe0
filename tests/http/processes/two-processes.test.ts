import { bookWorks } from '#features/editions/server/public.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookChanged } from '#features/books/server/public.ts';
import { createAccountActions } from '#features/moderation/server/pauses/mount.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { S3Store } from '#tests/support/fakes/s3-store.ts';
import { TestApp, type TestClient } from '#tests/support/server/test-app.ts';
import { createTestDatabase } from '#tests/support/server/test-database.ts';
import { uploadPhoto } from '#tests/support/server/upload-photo.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

/** Two processes on one database and one bucket, without Redis. */
let one: TestApp;
let other: TestApp;
let store: S3Store;

beforeAll(async () => {
  store = await S3Store.start();
  const { url } = await createTestDatabase();
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.config;
  const variables = {
    DATABASE_URL: url,
    SECRET_KEY: 'the key of both processes, long enough',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  one = await TestApp.start({ variables });
  other = await TestApp.start({ variables });
  await Promise.all([one, other].map(({ app }) => app.context.events.ping()));
});
afterAll(async () => {
  await one.stop();
  await other.stop();
  await store.close();
});

/** A request of the user to the other process. */
const askOther = (user: TestClient, method: string, path: string, body?: unknown): Promise<Response> =>
  ask(other, user, method, path, body);

async function ask(
  { address }: TestApp,
  user: TestClient,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  return fetch(address + path, {
    method,
    headers: { authorization: `Bearer ${await user.token()}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

it('carry messages, typing and read marks between users on different processes', async () => {
  const [priya, tom] = [await one.signedInClient('Priya'), await one.signedInClient('Tom')];
  const { body: book } = await priya.post('/api/books', algorithms);
  const { body: conversation } = await tom.post('/api/conversations', { bookId: book.id });
  const [hers, his] = [await priya.connect(), await tom.connect(other.address)];
  const content = `Is it still there? ${'📚'.repeat(1_500)}`;
  const message = { conversationId: conversation.id, content, clientMessageId: randomUUID() };
  expect((await askOther(tom, 'POST', '/api/messages', message)).ok).toBe(true);
  const received = await hers.next('new_message');
  expect(received.message.content).toBe(content);
  await priya.patch(`/api/messages/${received.message.id}/read`, {});
  expect(await his.next('message_read')).toMatchObject({ conversationId: conversation.id });
  hers.send({ type: 'typing', conversationId: conversation.id, isTyping: true });
  expect(await his.next('typing')).toMatchObject({ conversationId: conversation.id, isTyping: true });
});

it('show a change of a listing at once, and serve the photo that the other process has stored', async () => {
  const priya = await one.signedInClient('Priya');
  const images = [await uploadPhoto(one, priya)];
  const { body: book } = await priya.post('/api/books', { ...algorithms, images });
  expect((await fetch(other.address + images[0])).status).toBe(200);
  const titleThere = async () =>
    ((await (await fetch(`${other.address}/api/books/${book.id}`)).json()) as { title: string }).title;
  expect(await titleThere()).toBe(algorithms.title);
  await priya.patch(`/api/books/${book.id}`, { title: 'Another title' });
  await expect.poll(titleThere, { timeout: 2_000 }).toBe('Another title');
});

it('give and take a role on the other process at once, with the token of before', async () => {
  const [ruth, grace] = [await one.signedInClient('Ruth'), await one.signedInClient('Grace')];
  await one.database.pool.query('UPDATE users SET is_admin = true, admin_granted = true WHERE id = $1', [
    ruth.id,
  ]);
  const csv = 'code,title,term,isbn,requirement\nCS 201,Algorithms,,,';
  const preview = async () => (await askOther(grace, 'POST', '/api/admin/courses/preview', { csv })).status;
  expect(await preview()).toBe(403);
  const set = (roles: string[]) => ruth.send('PUT', `/api/admin/users/${grace.id}/roles`, { roles });
  expect((await set(['course-editor'])).status).toBe(200);
  expect(await preview()).toBe(200);
  const socket = await grace.connect(other.address);
  expect((await set([])).status).toBe(200);
  expect(await preview()).toBe(403);
  await socket.next('user');
});

it('end the socket of a session that was revoked on the other process', async () => {
  const priya = await one.signedInClient('Priya');
  const socket = await priya.connect(other.address);
  await priya.delete('/api/users/me/sessions');
  expect((await socket.closed).code).toBe(1008);
});

it('reserve and sell a book once, and count wrong codes together, when both are asked at the same time', async () => {
  const priya = await one.signedInClient('Priya');
  const { body: book } = await priya.post('/api/books', algorithms);
  const trades = await Promise.all(
    ['Tom', 'Grace'].map(async (name) => {
      const buyer = await one.signedInClient(name);
      const conversation = (await buyer.post('/api/conversations', { bookId: book.id })).body;
      const offer = await buyer.post(`/api/conversations/${conversation.id}/offers`, { amount: 5_000 });
      return { buyer, conversation, offer: offer.body };
    }),
  );
  const accepted = await Promise.all([
    priya.post(`/api/offers/${trades[0]!.offer.id}/accept`),
    askOther(priya, 'POST', `/api/offers/${trades[1]!.offer.id}/accept`, {}),
  ]);
  expect(toSorted(accepted)).toEqual([200, 409]);
  const { buyer, conversation } = trades[accepted.findIndex(({ status }) => status === 200)]!;
  const { reservation } = (await buyer.get(`/api/conversations/${conversation.id}`)).body;
  const path = `/api/reservations/${reservation.id}/confirm`;
  const confirmOnBoth = (code: string) => [
    priya.post(path, { code }),
    askOther(priya, 'POST', path, { code }),
  ];
  const wrong = [1, 2, 3, 4].flatMap((step) =>
    confirmOnBoth(String((Number(reservation.code) + step) % 1_000_000).padStart(6, '0')),
  );
  expect(toSorted(await Promise.all(wrong))).toEqual([409, 409, 409, 409, 429, 429, 429, 429]);
  for (const { clock } of [one, other]) clock.advance({ minutes: 15 });
  expect(toSorted(await Promise.all(confirmOnBoth(reservation.code)))).toEqual([200, 200]);
  const { rows } = await one.database.pool.query('SELECT id FROM confirmed_sales WHERE book_id = $1', [
    book.id,
  ]);
  expect(rows).toEqual([{ id: reservation.id }]);
});

/** A listing of the first user, and the conversation in which the other one has written about it. */
async function openTrade(seller: TestClient, buyer: TestClient): Promise<string> {
  const { body: book } = await seller.post('/api/books', algorithms);
  const { body: conversation } = await buyer.post('/api/conversations', { bookId: book.id });
  const message = { conversationId: conversation.id, content: 'Hello', clientMessageId: randomUUID() };
  expect((await buyer.post('/api/messages', message)).status).toBeLessThan(300);
  return conversation.id;
}

it('reserve a book for the same buyer three times a day, also when both are asked again and again', async () => {
  const [priya, tom] = [await one.signedInClient('Priya'), await one.signedInClient('Tom')];
  const path = `/api/conversations/${await openTrade(priya, tom)}/reservations`;
  const refusals: Response[] = [];
  const reserveAndCancel = async (process: TestApp) => {
    for (let round = 0; round < 4; round += 1) {
      const reply = await ask(process, priya, 'POST', path, {});
      if (reply.status === 429) refusals.push(reply);
      else {
        const { id } = (await reply.json()) as { id: string };
        await priya.post(`/api/reservations/${id}/cancel`);
      }
    }
  };
  await Promise.all([one, other, one, other, one, other].map(reserveAndCancel));
  const { rows } = await one.database.pool.query('SELECT state FROM reservations WHERE seller_id = $1', [
    priya.id,
  ]);
  expect(rows).toEqual([1, 2, 3].map(() => ({ state: 'canceled' })));
  expect(refusals.length).toBeGreaterThan(0);
  for (const refusal of refusals) {
    expect(refusal.headers.get('content-type')).toContain('application/problem+json');
    expect(await refusal.json()).toMatchObject({ status: 429, code: 'too-many-reservations' });
  }
});

it('remind the two of a meeting once', async () => {
  const [priya, tom] = [await one.signedInClient('Priya'), await one.signedInClient('Tom')];
  const conversationId = await openTrade(priya, tom);
  const path = `/api/conversations/${conversationId}`;
  expect((await priya.post(`${path}/reservations`)).status).toBe(200);
  const day = new Date(one.clock.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 10);
  const meeting = { place: 'Library entrance', day, time: '14:00' };
  const { body: proposed } = await tom.post(`${path}/meetings`, meeting);
  expect((await priya.post(`/api/meetings/${proposed.id}/accept`)).status).toBe(200);
  const untilAnHourBefore = Date.parse(proposed.startsAt) - HOUR_MS - one.clock.now().getTime();
  for (const { clock } of [one, other]) clock.advance(untilAnHourBefore);
  const processes = [one, other, one, other, one, other];
  await Promise.all(processes.map(({ app }) => app.context.jobs.runNow('remind-of-meetings')));
  for (const reader of [priya, tom]) {
    const { body } = await reader.get(`${path}/messages?limit=100`);
    const reminders = body.filter(({ content }: { content: string }) => content.startsWith('Reminder'));
    expect(reminders).toMatchObject([{ event: { kind: 'meeting-in-an-hour' } }]);
  }
});

const toSorted = (replies: { status: number }[]) =>
  replies.map(({ status }) => status).toSorted((a, b) => a - b);

it('pause a user, hide what they list and end it together', async () => {
  const [priya, tom] = [await one.signedInClient('Priya'), await one.signedInClient('Tom')];
  const { body: book } = await priya.post('/api/books', { ...algorithms, title: 'Paused' });
  const { body: conversation } = await tom.post('/api/conversations', { bookId: book.id });
  const socket = await priya.connect(other.address);
  const now = one.clock.now();
  const until = new Date(now.getTime() + DAY_MS);
  const { context } = one.app;
  await one.database.transaction(async (tx) => {
    for (const { id, sellerId } of await createAccountActions({ ...context, works: bookWorks }).pauseUser(
      tx,
      priya.id,
      until,
      now,
    ))
      context.events.publish(bookChanged, { bookId: id, sellerId });
  });
  const message = { conversationId: conversation.id, content: 'Hello' };
  expect((await askOther(priya, 'POST', '/api/messages', message)).status).toBe(403);
  socket.send({ type: 'typing', conversationId: conversation.id, isTyping: true });
  expect(await socket.next('error')).toMatchObject({ code: 'account-paused' });
  const listedThere = async () => {
    const list = await (await fetch(`${other.address}/api/books?limit=100`)).json();
    return (list as { title: string }[]).some(({ title }) => title === 'Paused');
  };
  await expect.poll(listedThere, { timeout: 2_000 }).toBe(false);
  for (const app of [one, other]) app.clock.advance(DAY_MS);
  await Promise.all([one, other].map(({ app }) => app.context.jobs.runNow('end-pauses')));
  await expect.poll(listedThere, { timeout: 2_000 }).toBe(true);
  expect((await askOther(priya, 'POST', '/api/messages', message)).status).toBe(200);
});
