import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { books } from '../../books/server/table.ts';
import { favorites } from '../../favorites/server/table.ts';
import type { Conversation } from '../contract.ts';
import {
  type ConversationServer,
  type ConversationUser,
  type TestConversations,
  useTestConversations,
} from '#tests/support/server/test-conversations.ts';
import { setUsage } from '#tests/support/product/set-usage.ts';
import { conversations } from './table.ts';

let talk: TestConversations;

useTestConversations((opened) => void (talk = opened));

describe('opening a conversation', () => {
  it('returns one conversation per book and buyer, however often it is requested at the same time', async () => {
    const [seller, buyer] = [await talk.person('Daniel'), await talk.person('Maya')];
    const bookId = await talk.book(seller);
    const bodies = [{ bookId }, { bookId, sellerId: seller.id, buyerId: buyer.id }];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => talk.call(buyer, 'POST', '/api/conversations', bodies[n % 2])),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await talk.database.orm.$count(conversations)).toBe(1);
    expect(answers[0]!.body).toMatchObject({
      bookId,
      sellerId: seller.id,
      buyerId: buyer.id,
      lastMessage: null,
      unreadCount: 0,
      book: { title: 'Campbell Biology', price: 11_800, state: 'active' },
      seller: { name: 'Daniel' },
    });
  });

  it('refuses other users, own books, and deleted or sold books', async () => {
    const [seller, buyer] = [await talk.person('Daniel'), await talk.person('Maya')];
    const bookId = await talk.book(seller);
    const open = (person: typeof buyer | null, body: object) =>
      talk.call(person, 'POST', '/api/conversations', body);
    expect((await open(null, { bookId })).status).toBe(401);
    expect((await open(buyer, { bookId: 'no' })).status).toBe(400);
    expect(await open(buyer, { bookId, buyerId: seller.id })).toMatchObject({
      status: 403,
      body: { code: 'user-mismatch' },
    });
    expect((await open(buyer, { bookId, sellerId: buyer.id })).status).toBe(403);
    expect(await open(seller, { bookId })).toMatchObject({
      status: 409,
      body: { code: 'cannot-message-own-book' },
    });
    expect(await open(buyer, { bookId: randomUUID() })).toMatchObject({
      status: 404,
      body: { code: 'book-not-found' },
    });

    await talk.database.orm.update(books).set({ isActive: false, soldAt: talk.clock.now() });
    expect(await open(buyer, { bookId })).toMatchObject({ status: 409, body: { code: 'book-unavailable' } });
    await talk.database.orm.update(books).set({ deletedAt: talk.clock.now() });
    expect((await open(buyer, { bookId })).status).toBe(404);
    expect(await talk.database.orm.$count(conversations)).toBe(0);
  });

  it('lets a user who has saved an expired listing ask its seller, and nobody else', async () => {
    const [seller, buyer] = [await talk.person('Daniel'), await talk.person('Maya')];
    const bookId = await talk.book(seller);
    await talk.database.orm.update(books).set({ expiresAt: talk.clock.now() }).where(eq(books.id, bookId));
    const ask = () => talk.call(buyer, 'POST', '/api/conversations', { bookId });
    const save = ({ id: userId }: ConversationUser) =>
      talk.database.orm
        .insert(favorites)
        .values({ id: randomUUID(), userId, bookId, createdAt: talk.clock.now() });
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'book-unavailable' } });
    await save(buyer);
    expect(await ask()).toMatchObject({ status: 200, body: { book: { state: 'expired' } } });
    expect(await talk.database.orm.$count(conversations)).toBe(1);
    // The state that the job stores.
    await talk.database.orm.update(books).set({ isActive: false, isExpired: true });
    const another = await talk.person('Omar');
    const askToo = () => talk.call(another, 'POST', '/api/conversations', { bookId });
    expect(await askToo()).toMatchObject({ status: 409, body: { code: 'book-unavailable' } });
    await save(another);
    expect(await askToo()).toMatchObject({ status: 200, body: { book: { state: 'expired' } } });
    await talk.database.orm.update(books).set({ soldAt: talk.clock.now() });
    const third = await talk.person('Priya');
    await save(third);
    expect((await talk.call(third, 'POST', '/api/conversations', { bookId })).status).toBe(409);
  });

  it('returns an existing conversation after its book is expired, sold or deleted', async () => {
    const { buyer, seller, bookId, conversationId } = await talk.scene();
    for (const [change, state] of [
      [{ expiresAt: talk.clock.now() }, 'expired'],
      [{ boostedUntil: new Date(talk.clock.now().getTime() + 1) }, 'active'],
      [{ isActive: false, soldAt: talk.clock.now() }, 'sold'],
      [{ deletedAt: talk.clock.now() }, 'gone'],
    ] as const) {
      await talk.database.orm.update(books).set(change).where(eq(books.id, bookId));
      const again = await talk.call(buyer, 'POST', '/api/conversations', { bookId });
      expect(again).toMatchObject({ status: 200, body: { id: conversationId, book: { state } } });
      expect((await talk.send(seller, conversationId, `It is ${state}`)).status).toBe(200);
    }
  });

  it('is rate limited', async () => {
    const [seller, buyer] = [await talk.person('Daniel'), await talk.person('Maya')];
    const bookId = await talk.book(seller);
    const answers = [];
    for (let n = 0; n < 61; n += 1)
      answers.push(await talk.call(buyer, 'POST', '/api/conversations', { bookId }));
    expect(answers.findIndex(({ status }) => status === 429)).toBe(60);
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
    talk.clock.advance(2_000);
    expect((await talk.call(buyer, 'POST', '/api/conversations', { bookId })).status).toBe(200);
  });
});

describe('opening many conversations', () => {
  const begin = async (
    buyer: ConversationUser,
    seller: ConversationUser,
    count: number,
    node?: ConversationServer,
  ) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n += 1) {
      const body = { bookId: await talk.book(seller) };
      statuses.push((await talk.call(buyer, 'POST', '/api/conversations', body, node)).status);
    }
    return statuses;
  };

  it('is limited over all processes, except for existing conversations', async () => {
    const { buyer, seller, stranger, bookId } = await talk.scene();
    const other = await talk.startNode();
    expect(new Set(await begin(buyer, seller, 29, other))).toEqual(new Set([200]));
    const body = { bookId: await talk.book(seller) };
    const refused = await talk.call(buyer, 'POST', '/api/conversations', body);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(refused.headers.get('retry-after')).toBe('120');
    expect((await talk.call(buyer, 'POST', '/api/conversations', { bookId })).status).toBe(200);
    expect(await begin(stranger, seller, 1)).toEqual([200]);
    talk.clock.advance(120_000);
    expect(await begin(buyer, seller, 2)).toEqual([200, 429]);
  });

  it('is limited also if the conversations are gone with their sellers', async () => {
    const [seller, leaving] = [await talk.person('Daniel'), await talk.person('Lea')];
    const buyer = await talk.person('Maya');
    expect(new Set(await begin(buyer, leaving, 30))).toEqual(new Set([200]));
    await talk.database.pool.query('DELETE FROM users WHERE id = $1', [leaving.id]);
    expect(await begin(buyer, seller, 1)).toEqual([429]);
  });

  it('is limited to a hundred a day', async () => {
    const [seller, buyer] = [await talk.person('Daniel'), await talk.person('Maya')];
    await setUsage(talk, buyer.id, 'conversations', 99);
    expect(await begin(buyer, seller, 2)).toEqual([200, 429]);
  });
});

describe('the list of conversations', () => {
  it('pages through conversations as buyer and seller, the newest message first', async () => {
    const { seller, buyer, stranger } = await talk.scene();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      talk.clock.advance(1_000);
      const [from, to] = n % 2 === 0 ? [buyer, seller] : [seller, buyer];
      const opened = await talk.call(from, 'POST', '/api/conversations', {
        bookId: await talk.book(to, `Book ${n}`),
      });
      ids.unshift(opened.body.id);
    }
    talk.clock.advance(1_000);
    await talk.send(buyer, ids[3]!, 'Up again');
    const expected = [ids[3], ids[0], ids[1], ids[2], ids[4]];
    const pages = await talk.pagesOf<Conversation>(seller, '/api/conversations?limit=2');
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2]);
    expect(
      pages
        .flat()
        .map(({ id }) => id)
        .slice(0, 5),
    ).toEqual(expected);
    expect(await talk.conversationsOf(stranger)).toEqual([]);
  });

  it('accepts no other user than the actor', async () => {
    const { buyer, seller } = await talk.scene();
    expect(await talk.conversationsOf(buyer, `?userId=${buyer.id}`)).toHaveLength(1);
    expect((await talk.call(buyer, 'GET', `/api/conversations?userId=${seller.id}`)).status).toBe(403);
    expect((await talk.call(null, 'GET', '/api/conversations')).status).toBe(401);
    for (const cursor of ['x', Buffer.from('1.2').toString('base64url')]) {
      expect((await talk.call(buyer, 'GET', `/api/conversations?cursor=${cursor}`)).status).toBe(400);
    }
  });

  it('filters by book', async () => {
    const { buyer, seller, bookId, conversationId } = await talk.scene();
    await talk.call(buyer, 'POST', '/api/conversations', { bookId: await talk.book(seller) });
    const found = await talk.conversationsOf(buyer, `?bookId=${bookId}`);
    expect(found.map(({ id }) => id)).toEqual([conversationId]);
  });

  it('has the last message and the unread count', async () => {
    const { buyer, seller, conversationId } = await talk.scene();
    await talk.send(buyer, conversationId, 'Hi');
    talk.clock.advance(1_000);
    const last = await talk.send(buyer, conversationId, 'Is it still there?');
    const of = async (person: typeof buyer) => (await talk.conversationsOf(person))[0];
    expect(await of(seller)).toMatchObject({
      unreadCount: 2,
      lastMessageId: last.body.id,
      lastMessageAt: last.body.createdAt,
      lastMessage: { content: 'Is it still there?', senderId: buyer.id, readAt: null, seq: 2 },
    });
    expect(await of(buyer)).toMatchObject({ unreadCount: 0 });
    await talk.call(seller, 'PATCH', `/api/messages/${last.body.id}/read`);
    expect(await of(seller)).toMatchObject({
      unreadCount: 0,
      lastMessage: { readAt: talk.clock.now().toISOString() },
    });
    expect(await of(buyer)).toMatchObject({ lastMessage: { readAt: talk.clock.now().toISOString() } });
  });
});
