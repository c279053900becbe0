import { bookWorks } from '#features/editions/server/public.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { readMailsTo } from '#tests/support/product/read-outbox.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { algorithms, TestWorld } from '#tests/support/server/test-world.ts';
import { caseChanged } from '../case-hooks.ts';
import { addToCase } from '../cases/add-to-case.ts';
import { createAccountActions } from './mount.ts';

let world: TestWorld;
/** Of the seller: one is reserved for the buyer. */
let reserved: { bookId: string; conversationId: string; reservationId: string };
let other: { bookId: string; conversationId: string };

beforeAll(async () => void (world = await TestWorld.open()));
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  await world.app.database.pool.query('UPDATE users SET paused_until = NULL');
  const { id: bookId } = await world.createBook({ title: 'Reserved' });
  const reservationId = await world.reserve(bookId);
  reserved = { bookId, reservationId, conversationId: await world.openConversation(bookId) };
  const { id } = await world.createBook({ title: 'Other' });
  other = { bookId: id, conversationId: await world.openConversation(id) };
});

const actions = () => createAccountActions({ ...world.app.app.context, works: bookWorks });
const pause = (person: TestClient, days = 7) => {
  const now = world.app.clock.now();
  const until = new Date(now.getTime() + days * DAY_MS);
  return world.app.database.transaction((tx) => actions().pauseUser(tx, person.id, until, now));
};
const listed = async () => {
  world.clearCachedBooks();
  return (await world.listTitles('')).toSorted();
};
const write = (by: TestClient, { conversationId }: { conversationId: string }) =>
  by.post('/api/messages', { conversationId, content: 'Hello' });
const paused = { status: 403, body: { code: 'account-paused' } };
const runJob = () => world.app.app.context.jobs.runNow('end-pauses');

describe('a paused seller', () => {
  it('finishes a reserved trade, and does nothing else with others', async () => {
    await pause(world.seller);
    expect(await listed()).toEqual(['Reserved']);
    expect((await write(world.seller, reserved)).status).toBe(200);
    expect(await write(world.seller, other)).toMatchObject(paused);
    // Who talks to them sees nothing of it.
    expect((await write(world.buyer, other)).status).toBe(200);
    expect(await world.seller.post('/api/books', algorithms)).toMatchObject(paused);
    const price = { price: 100 };
    expect(await world.seller.patch(`/api/books/${reserved.bookId}`, price)).toMatchObject(paused);
    expect(await world.seller.patch(`/api/books/${other.bookId}`, { isSold: true })).toMatchObject(paused);
    const naming = { buyerId: world.buyer.id };
    expect(await world.seller.post(`/api/books/${other.bookId}/named-sale`, naming)).toMatchObject(paused);

    const day = new Date(world.app.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
    const meeting = { place: 'Library', day, time: '12:00' };
    const meet = (id: string) => `/api/conversations/${id}/meetings`;
    expect((await world.seller.post(meet(reserved.conversationId), meeting)).status).toBe(200);
    expect(await world.seller.post(meet(other.conversationId), meeting)).toMatchObject(paused);

    const path = `/api/conversations/${reserved.conversationId}`;
    const { code } = (await world.buyer.get(path)).body.reservation;
    const confirm = `/api/reservations/${reserved.reservationId}/confirm`;
    expect((await world.seller.post(confirm, { code })).status).toBe(200);
    const review = `/api/reservations/${reserved.reservationId}/review`;
    expect((await world.seller.post(review, { rating: 5, text: 'Kind.' })).body.code).not.toBe(
      'account-paused',
    );
    // With the handover the trade is over.
    expect(await write(world.seller, reserved)).toMatchObject(paused);
  });

  it('marks the reserved listing as sold', async () => {
    await pause(world.seller);
    const sold = await world.seller.patch(`/api/books/${reserved.bookId}`, { isSold: true });
    expect(sold.status).toBe(200);
  });

  it('writes over the socket in the reserved trade alone', async () => {
    const socket = await world.seller.connect();
    await pause(world.seller);
    const send = (type: string, conversationId: string, more: object) =>
      socket.send({ type, conversationId, ...more });
    send('send_message', other.conversationId, { content: 'Psst' });
    expect(await socket.next('error')).toMatchObject({ code: 'account-paused' });
    send('typing', other.conversationId, { isTyping: true });
    expect(await socket.next('error')).toMatchObject({ code: 'account-paused' });
    const content = randomUUID();
    send('send_message', reserved.conversationId, { content });
    await socket.next('new_message', ({ message }) => message.content === content);
  });

  it('keeps what is for oneself: favorites, the language; the name waits', async () => {
    await pause(world.seller);
    const { seller } = world;
    const { id: bookId } = await world.createBook({ title: 'Of the buyer' }, world.buyer);
    expect((await seller.post('/api/favorites/toggle', { bookId })).status).toBe(200);
    expect((await seller.patch('/api/users/me', { language: 'en' })).status).toBe(200);
    expect(await seller.patch('/api/users/me', { name: 'Priya R.' })).toMatchObject(paused);
  });

  it('has the listing hidden, and nothing to write, once its reservation ends in the pause', async () => {
    await pause(world.seller);
    const cancel = `/api/reservations/${reserved.reservationId}/cancel`;
    expect((await world.buyer.post(cancel)).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect(await write(world.seller, reserved)).toMatchObject(paused);
    const offer = await world.buyer.post(`/api/conversations/${reserved.conversationId}/offers`, {
      amount: 4_000,
    });
    expect(offer).toMatchObject({ status: 409, body: { code: 'book-unavailable' } });
  });

  it('has it hidden, too, when time ends the reservation', async () => {
    await pause(world.seller, 30);
    world.app.clock.advance(4 * DAY_MS);
    await world.app.app.context.jobs.runNow('end-overdue-offers');
    expect(await listed()).toEqual([]);
  });

  it('has all back at the end, with the time that was lost', async () => {
    const before = await endOf(other.bookId);
    await pause(world.seller);
    world.app.clock.advance(7 * DAY_MS);
    // Time decides at the door; the listings wait for the job.
    expect((await write(world.seller, other)).status).toBe(200);
    await Promise.all([runJob(), runJob()]);
    expect(await listed()).toContain('Other');
    expect((await endOf(other.bookId)) - before).toBe(7 * DAY_MS);
  });

  it('is not asked whether they still sell', async () => {
    await pause(world.seller);
    await world.app.database.pool.query(
      `UPDATE books SET expires_at = $1, reserved_until = $1 WHERE id = $2`,
      [new Date(world.app.clock.now().getTime() + 2 * DAY_MS), reserved.bookId],
    );
    await world.app.app.context.jobs.runNow('ask-to-renew');
    const { rows } = await world.app.database.pool.query(
      'SELECT renewal_question_at FROM books WHERE id = $1',
      [reserved.bookId],
    );
    expect(rows).toEqual([{ renewal_question_at: null }]);
  });
});

const endOf = async (bookId: string): Promise<number> => {
  const { rows } = await world.app.database.pool.query('SELECT expires_at FROM books WHERE id = $1', [
    bookId,
  ]);
  return rows[0].expires_at.getTime();
};

describe('a paused buyer', () => {
  it('is reserved nothing, which their seller learns as of anyone', async () => {
    const path = `/api/conversations/${other.conversationId}`;
    const { id } = (await world.buyer.post(`${path}/offers`, { amount: 5_000 })).body;
    await pause(world.buyer);
    const refusal = { status: 409, body: { code: 'cannot-reserve' } };
    expect(await world.seller.post(`${path}/reservations`)).toMatchObject(refusal);
    expect(await world.seller.post(`/api/offers/${id}/accept`)).toMatchObject(refusal);
    expect(await write(world.buyer, other)).toMatchObject(paused);
    expect((await write(world.buyer, reserved)).status).toBe(200);
    expect((await world.buyer.post(`/api/offers/${id}/withdraw`)).status).toBe(200);
    const opening = { bookId: (await world.createBook({ title: 'New' })).id };
    expect(await world.buyer.post('/api/conversations', opening)).toMatchObject(paused);
    const again = { bookId: reserved.bookId };
    expect((await world.buyer.post('/api/conversations', again)).status).toBe(200);
  });
});

describe('the end of a pause', () => {
  it('is told once in the case, at its exact time', async () => {
    const { database, clock } = world.app;
    const now = clock.now();
    const until = new Date(now.getTime() + DAY_MS);
    const { caseId } = await database.transaction((tx) =>
      addToCase(tx, {
        target: { kind: 'user', id: world.seller.id },
        userId: world.seller.id,
        kind: 'report-received',
        now,
      }),
    );
    await database.pool.query(
      `INSERT INTO measures (id, case_id, kind, user_id, reason, source, days, ends_at, created_at)
       VALUES ($1, $2, 'pause', $3, 'spam', 'report', 1, $4, $5)`,
      [randomUUID(), caseId, world.seller.id, until, now],
    );
    await pause(world.seller, 1);
    clock.advance(DAY_MS - 1);
    await runJob();
    expect(await events(caseId)).toEqual([]);
    clock.advance(HOUR_MS);
    const changed: string[] = [];
    const stop = world.app.app.context.events.subscribe(caseChanged, (of) => void changed.push(of.caseId));
    await Promise.all([runJob(), runJob()]);
    stop();
    expect(await events(caseId)).toEqual([{ kind: 'measure-ended', at: until }]);
    expect(changed).toEqual([caseId]);
  });

  const events = async (caseId: string) =>
    (
      await world.app.database.pool.query(
        "SELECT kind, at FROM case_events WHERE case_id = $1 AND kind <> 'report-received'",
        [caseId],
      )
    ).rows;
});

describe('a pause of a mailbox', () => {
  const open = async (email: string) => {
    const person = await world.app.signedInClient('Priya Again', email);
    const mail = (await readMailsTo(world.app, email)).find((text) => text.includes('/verify-email'));
    const [, token] = /token=([\w.-]+)/.exec(mail ?? '') ?? [];
    expect((await person.post('/api/auth/verify-email', { token })).status).toBe(200);
    return person;
  };
  const newEmail = () => `${randomUUID().slice(0, 8)}@northfield.example`;
  const post = (by: TestClient, title: string) => by.post('/api/books', { ...algorithms, title });

  it('is not deleted with its account, however the email is spelled', async () => {
    const email = newEmail();
    const first = await open(email);
    await pause(first, 1);
    expect(await post(first, 'Paused')).toMatchObject(paused);
    await world.app.app.accounts.deleteUser(first.id);
    const second = await open(email.replace('@', '+again@'));
    expect(await post(second, 'Paused')).toMatchObject(paused);
    world.app.clock.advance(DAY_MS + 1_000);
    await runJob();
    expect((await post(second, 'Over')).status).toBe(201);
  });

  it('holds for its other accounts, of before and of later, and ends with it', async () => {
    const email = newEmail();
    const first = await open(email);
    const second = await open(email.replace('@', '+two@'));
    expect((await post(second, 'Of the second')).status).toBe(201);
    await pause(first, 7);
    const third = await open(email.replace('@', '+three@'));
    for (const account of [second, third]) expect(await post(account, 'No')).toMatchObject(paused);
    expect(await listed()).not.toContain('Of the second');
    const now = world.app.clock.now();
    await world.app.database.transaction((tx) => actions().resumeUser(tx, first.id, now));
    expect(await listed()).toContain('Of the second');
    for (const account of [first, third]) expect((await post(account, 'Yes')).status).toBe(201);
  });
});

it('shows no listing again that was deleted and restored while reserved', async () => {
  await pause(world.seller);
  expect((await world.seller.delete(`/api/books/${reserved.bookId}`)).status).toBe(200);
  expect((await world.seller.post(`/api/books/${reserved.bookId}/restore`)).status).toBe(200);
  await world.app.app.context.jobs.runNow('end-overdue-offers');
  expect(await listed()).toEqual([]);
  expect((await world.app.visitor().get(`/api/books/${reserved.bookId}`)).status).toBe(404);
});

it('hides what is listed while it begins, or refuses it', async () => {
  const posts = Array.from({ length: 6 }, (_, number) =>
    world.seller.post('/api/books', { ...algorithms, title: `Racing ${number}` }),
  );
  const [first, ...rest] = posts;
  await first;
  await pause(world.seller);
  const replies = await Promise.all(rest);
  for (const { status } of replies) expect([201, 403]).toContain(status);
  expect(await listed()).toEqual(['Reserved']);
});
