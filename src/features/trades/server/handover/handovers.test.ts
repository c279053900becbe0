import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { algorithms, TestWorld } from '#tests/support/server/test-world.ts';

let world: TestWorld;
let other: TestClient;
let bookId: string;
let conversationId: string;
/** The id of the reservation. */
let id: string;
let code: string;
beforeAll(async () => {
  world = await TestWorld.open();
  other = await world.app.signedInClient('Grace Lim');
  await world.app.verifyEmails();
});
afterAll(() => world.app.stop());
beforeEach(async () => {
  await world.clear();
  bookId = (await world.createBook()).id;
  conversationId = await world.openConversation(bookId);
  const path = `/api/conversations/${conversationId}/offers`;
  const offer = (await world.buyer.post(path, { amount: 4_800 })).body;
  expect((await world.seller.post(`/api/offers/${offer.id}/accept`)).status).toBe(200);
  const { reservation } = await readConversation();
  ({ id, code } = reservation);
});

const readConversation = async (by = world.buyer) =>
  (await by.get(`/api/conversations/${conversationId}`)).body;
const confirm = (typed = code, by = world.seller, reservation = id) =>
  by.post(`/api/reservations/${reservation}/confirm`, { code: typed });
/** Not the code, and each another. */
const wrong = (step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0');
const readSales = async () =>
  (
    await world.app.database.pool.query(
      'SELECT id, book_id, buyer_id, seller_id, price, isbn FROM confirmed_sales',
    )
  ).rows;
const readBook = async () => (await world.app.visitor().get(`/api/books/${bookId}`)).body;

describe('a right code', () => {
  it('sells the book to the buyer at the agreed price, once, however often it is sent', async () => {
    const confirmed = await confirm();
    expect(confirmed).toMatchObject({
      status: 200,
      body: { id, conversationId, price: 4_800, state: 'completed' },
    });
    expect((await confirm()).body).toEqual(confirmed.body);
    expect(await readSales()).toEqual([
      {
        id,
        book_id: bookId,
        buyer_id: world.buyer.id,
        seller_id: world.seller.id,
        price: 4_800,
        isbn: '9780262046305',
      },
    ]);
    expect(await readConversation()).toMatchObject({ reservation: null, book: { state: 'sold' } });
    const { rows } = await world.app.database.pool.query('SELECT total_sales FROM users WHERE id = $1', [
      world.seller.id,
    ]);
    expect(rows).toEqual([{ total_sales: 1 }]);
  });

  it('is told to both in their conversation', async () => {
    await confirm();
    for (const by of [world.seller, world.buyer]) {
      const { body } = await by.get(`/api/conversations/${conversationId}/messages`);
      expect(body.at(-1)).toMatchObject({
        messageType: 'event',
        event: { kind: 'handed-over', actorId: world.seller.id },
      });
    }
    expect(await readConversation()).toMatchObject({ lastMessage: { content: 'Handover confirmed' } });
  });

  it('leaves the asking price to everybody else', async () => {
    await confirm();
    expect(await readBook()).toMatchObject({ price: algorithms.price, isActive: false, reservedUntil: null });
    expect(JSON.stringify(await readBook())).not.toMatch(/:4800\b/);
  });

  it('is for the book that was agreed on: its seller cannot make another one of it', async () => {
    const edit = (changes: object) => world.seller.patch(`/api/books/${bookId}`, changes);
    for (const changes of [{ title: 'Another book' }, { condition: 'Poor' }, { isbn: null }])
      expect(await edit(changes)).toMatchObject({
        status: 409,
        body: { code: 'book-reserved-unchangeable' },
      });
    expect((await edit({ title: algorithms.title, description: 'A note' })).status).toBe(200);
    await confirm();
    expect((await edit({ title: 'Another book' })).body.code).toBe('book-sold');
    expect(await readBook()).toMatchObject({ title: algorithms.title, condition: algorithms.condition });
  });

  it('counts once when it is sent at the same time', async () => {
    const sent = await Promise.all(Array.from({ length: 8 }, () => confirm()));
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect(await readSales()).toHaveLength(1);
  });

  it('is refused once the reservation is over', async () => {
    expect((await world.buyer.post(`/api/reservations/${id}/cancel`)).status).toBe(200);
    expect(await confirm()).toMatchObject({ status: 409, body: { code: 'reservation-ended' } });
    world.app.clock.advance({ days: 1 });
    const next = await world.reserve(bookId);
    const { reservation } = await readConversation();
    expect(reservation.code).not.toBe(code);
    world.app.clock.advance({ days: 4 });
    expect(await confirm(reservation.code, world.seller, next)).toMatchObject({
      status: 409,
      body: { code: 'reservation-ended' },
    });
    expect(await readSales()).toEqual([]);
  });
});

describe('a wrong code', () => {
  it('changes nothing, and tells how many tries are left', async () => {
    const texts = [];
    for (let step = 1; step <= 4; step += 1) texts.push((await confirm(wrong(step))).body.detail);
    expect(texts).toEqual([
      'This is not the code. 4 tries left.',
      'This is not the code. 3 tries left.',
      'This is not the code. 2 tries left.',
      'This is not the code. 1 try left.',
    ]);
    expect(await readConversation()).toMatchObject({ reservation: { id, code }, book: { state: 'active' } });
    expect(await readSales()).toEqual([]);
    expect((await confirm()).status).toBe(200);
  });

  it('pauses at the fifth for 15 minutes, for the right code too', async () => {
    for (let step = 1; step <= 4; step += 1) await confirm(wrong(step));
    const fifth = await confirm(wrong(5));
    expect(fifth).toMatchObject({ status: 429, body: { code: 'handover-paused' } });
    expect(fifth.headers.get('retry-after')).toBe('900');
    const pausedUntil = new Date(world.app.clock.now().getTime() + 15 * 60_000).toISOString();
    expect((await readConversation(world.seller)).reservation).toMatchObject({ id, pausedUntil });
    expect((await readConversation()).reservation).not.toHaveProperty('pausedUntil');
    world.app.clock.advance({ minutes: 14 });
    const paused = await confirm();
    expect(paused).toMatchObject({
      status: 429,
      body: { code: 'handover-paused', detail: 'Five wrong codes. Try again in 1 minute.' },
    });
    expect(paused.headers.get('retry-after')).toBe('60');
    world.app.clock.advance({ minutes: 1 });
    expect((await readConversation(world.seller)).reservation).not.toHaveProperty('pausedUntil');
    expect((await confirm(wrong())).body.detail).toBe('This is not the code. 4 tries left.');
    expect((await confirm()).status).toBe(200);
  });

  it('is told to both at the fifth, once for each pause, and is unread for the buyer', async () => {
    const readMessages = async (by: TestClient) =>
      (await by.get(`/api/conversations/${conversationId}/messages`)).body.filter(
        ({ event }: { event: { kind: string } | null }) => event?.kind === 'codes-paused',
      );
    const { unreadCount } = await readConversation();
    await Promise.all(Array.from({ length: 12 }, (_, index) => confirm(wrong(index + 1))));
    const until = new Date(world.app.clock.now().getTime() + 15 * 60_000).toISOString();
    for (const by of [world.buyer, world.seller])
      expect(await readMessages(by)).toMatchObject([
        {
          senderId: world.seller.id,
          content: 'Five wrong codes were typed. Confirming is paused for 15 minutes.',
          event: { kind: 'codes-paused', actorId: world.seller.id, until },
        },
      ]);
    expect(await readConversation()).toMatchObject({ unreadCount: unreadCount + 1 });
    world.app.clock.advance({ minutes: 15 });
    for (let step = 1; step <= 4; step += 1) await confirm(wrong(step));
    expect(await readMessages(world.buyer)).toHaveLength(1);
    await confirm(wrong(5));
    expect(await readMessages(world.buyer)).toHaveLength(2);
  });

  it('counts for the next reservation of the conversation, too', async () => {
    for (let step = 1; step <= 4; step += 1) await confirm(wrong(step));
    await world.seller.post(`/api/reservations/${id}/cancel`);
    world.app.clock.advance({ seconds: 1 });
    const next = await world.reserve(bookId);
    const { reservation } = await readConversation();
    const other = reservation.code === '000000' ? '000001' : '000000';
    expect(await confirm(other, world.seller, next)).toMatchObject({ body: { code: 'handover-paused' } });
    await world.seller.post(`/api/reservations/${next}/cancel`);
    world.app.clock.advance({ seconds: 1 });
    const last = await world.reserve(bookId);
    const paused = await readConversation(world.seller);
    expect(paused.reservation).toMatchObject({ id: last, pausedUntil: expect.any(String) });
    expect((await confirm((await readConversation()).reservation.code, world.seller, last)).status).toBe(429);
  });

  it('is compared five times when many are sent at the same time', async () => {
    const guesses = Array.from({ length: 20 }, (_, index) => confirm(wrong(index + 1)));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(16);
    expect((await confirm()).status).toBe(429);
  });

  it('has six digits, else it is no try', async () => {
    for (const typed of ['', '48291', '4829130', '48 2913', 'abcdef', '４８２９１３'])
      expect((await confirm(typed)).status).toBe(400);
    expect((await confirm(wrong())).body.detail).toContain('4 tries left');
  });
});

describe('nobody but the seller', () => {
  it('confirms', async () => {
    for (const by of [world.buyer, other]) expect((await confirm(code, by)).status).toBe(404);
    expect((await world.app.visitor().post(`/api/reservations/${id}/confirm`, { code })).status).toBe(401);
    expect(await readSales()).toEqual([]);
    expect((await world.app.database.pool.query('SELECT * FROM wrong_handover_codes')).rows).toEqual([]);
  });

  it('and nobody but the buyer reads the code, in one response', async () => {
    const socket = await world.buyer.connect();
    const sellers = await world.seller.connect();
    await world.sendMessage(conversationId, 'Hello');
    const path = `/api/conversations/${conversationId}`;
    const ids = [conversationId, bookId, id, world.seller.id, world.buyer.id];
    const paths = [...world.app.app.context.endpoints.mounted.keys()]
      .filter((key) => key.startsWith('GET ') && key !== 'GET /api/conversations/:id')
      .flatMap((key) => ids.map((one) => key.slice('GET '.length).replace(/:\w+/g, one)));
    const responses = await Promise.all(
      [world.buyer, world.seller, other].flatMap((by) => [...new Set(paths)].map((one) => by.get(one))),
    );
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(60);
    responses.push(await world.seller.get(path), await other.get(path));
    responses.push(await world.buyer.post('/api/conversations', { bookId }));
    responses.push(await confirm(wrong()), await confirm());
    await socket.next('conversation');
    await sellers.next('conversation');
    const texts = [...responses.map(({ body }) => body), socket.received, sellers.received];
    expect(texts.filter((text) => JSON.stringify(text).includes(code))).toEqual([]);
    expect((await readConversation(world.seller)).reservation).toBeNull();
  });
});
