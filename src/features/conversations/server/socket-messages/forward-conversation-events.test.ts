import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { userChanged } from '#features/accounts/server/public.ts';
import { bookChanged } from '#features/books/server/public.ts';
import type { Message } from '../../contract.ts';
import { type TestConversations, useTestConversations } from '#tests/support/server/test-conversations.ts';
import { messages } from '../table.ts';

let talk: TestConversations;

useTestConversations((opened) => void (talk = opened));

describe('messages', () => {
  it('reach all connections of both participants, and of no other user', async () => {
    const { buyer, seller, stranger, conversationId } = await talk.scene();
    const [one, tab, daniel, eve] = [
      await talk.connect(buyer),
      await talk.connect(buyer),
      await talk.connect(seller),
      await talk.connect(stranger),
    ];
    const clientMessageId = randomUUID();
    one.send({ type: 'send_message', conversationId, content: ' Hi ', clientMessageId });
    for (const socket of [one, tab, daniel]) {
      const { message } = await socket.next('new_message');
      expect(message).toMatchObject({
        conversationId,
        content: 'Hi',
        seq: 1,
        clientMessageId,
        senderId: buyer.id,
        readAt: null,
      });
      const { conversation } = await socket.next('conversation');
      expect(conversation).toMatchObject({ id: conversationId, unreadCount: socket === daniel ? 1 : 0 });
    }
    // The same over HTTP.
    await talk.send(seller, conversationId, 'Hello');
    for (const socket of [one, tab, daniel]) expect((await socket.next('new_message')).message.seq).toBe(2);
    await eve.settled();
    expect(eve.all('new_message')).toEqual([]);
    expect(eve.all('conversation')).toEqual([]);
  });

  it('are stored once per client id, over HTTP and the socket', async () => {
    const { buyer, seller, conversationId } = await talk.scene();
    const node = await talk.startNode();
    const [one, other, daniel] = [
      await talk.connect(buyer),
      await talk.connect(buyer, node),
      await talk.connect(seller),
    ];
    const clientMessageId = randomUUID();
    const sending = { type: 'send_message', conversationId, content: 'Once', clientMessageId };
    const answers = [];
    for (let n = 0; n < 20; n += 1) {
      if (n % 3 === 0)
        answers.push(talk.send(buyer, conversationId, 'Once', clientMessageId, talk.nodes[n % 2]));
      else (n % 2 === 0 ? one : other).send(sending);
    }
    const responses = await Promise.all(answers);
    for (const { status, body } of responses) expect([status, body]).toEqual([200, responses[0]!.body]);
    const ids = new Set([responses[0]!.body.id]);
    await one.settled();
    await other.settled();
    for (const { message } of [...one.all('new_message'), ...other.all('new_message')]) ids.add(message.id);
    expect(ids.size).toBe(1);
    expect(await talk.database.orm.$count(messages)).toBe(1);
    await daniel.settled();
    expect(daniel.all('new_message')).toHaveLength(1);
    // The id belongs to its sender: the other participant may use the same one.
    expect((await talk.send(seller, conversationId, 'Mine', clientMessageId)).body.seq).toBe(2);
  });

  it('have the same order for both participants', async () => {
    const { buyer, seller, conversationId } = await talk.scene();
    const node = await talk.startNode();
    const [maya, daniel] = [await talk.connect(buyer), await talk.connect(seller, node)];
    for (let n = 0; n < 25; n += 1) {
      maya.send({ type: 'send_message', conversationId, content: `maya ${n}` });
      daniel.send({ type: 'send_message', conversationId, content: `daniel ${n}` });
    }
    for (const socket of [maya, daniel]) await socket.until(() => socket.all('new_message').length === 50);
    const order = (all: { message: Message }[]) =>
      all
        .toSorted((a, b) => a.message.seq - b.message.seq)
        .map(({ message }) => `${message.seq} ${message.content}`);
    expect(order(maya.all('new_message'))).toEqual(order(daniel.all('new_message')));
    // Messages of one connection keep their order.
    const own = order(maya.all('new_message')).filter((text) => text.includes('maya'));
    expect(own.map((text) => Number(text.split(' ').at(-1)))).toEqual(
      Array.from({ length: 25 }, (_, n) => n),
    );
  });

  it('get errors that name their conversation and message', async () => {
    const { stranger, conversationId, buyer } = await talk.scene();
    const eve = await talk.connect(stranger);
    const clientMessageId = randomUUID();
    for (const message of [
      { type: 'send_message', conversationId, content: 'Let me in', clientMessageId },
      { type: 'typing', conversationId, isTyping: true },
      { type: 'resume', conversationId, afterSeq: 0 },
    ]) {
      eve.send(message);
      expect(await eve.next('error')).toMatchObject({ code: 'conversation-not-found', conversationId });
    }
    expect(eve.all('error')[0]).toMatchObject({ clientMessageId });
    const maya = await talk.connect(buyer);
    maya.send({ type: 'send_message', conversationId, content: '   ' });
    expect((await maya.next('error')).code).toBe('invalid-request');
  });

  it('have one limit of a user for HTTP and the socket', async () => {
    const { buyer, seller, conversationId } = await talk.scene();
    await Promise.all(Array.from({ length: 119 }, (_, n) => talk.send(buyer, conversationId, `${n}`)));
    const maya = await talk.connect(buyer);
    maya.send({ type: 'send_message', conversationId, content: 'the last' });
    maya.send({ type: 'send_message', conversationId, content: 'too much', clientMessageId: randomUUID() });
    expect(await maya.next('error')).toMatchObject({ code: 'too-many-requests', conversationId });
    expect((await talk.send(buyer, conversationId, 'here as well')).status).toBe(429);
    expect((await talk.send(seller, conversationId, 'I may')).status).toBe(200);
    talk.clock.advance(1_000);
    expect((await talk.send(buyer, conversationId, 'again')).status).toBe(200);
  });
});

describe('typing and reading', () => {
  it('forwards typing to all connections of the other participant', async () => {
    const { buyer, seller, stranger, conversationId } = await talk.scene();
    const node = await talk.startNode();
    const [maya, tab, eve] = [
      await talk.connect(buyer),
      await talk.connect(buyer),
      await talk.connect(stranger),
    ];
    const daniel = [await talk.connect(seller), await talk.connect(seller, node)];
    maya.send({ type: 'typing', conversationId, isTyping: true });
    for (const socket of daniel) {
      expect(await socket.next('typing')).toEqual({
        type: 'typing',
        conversationId,
        senderId: buyer.id,
        isTyping: true,
      });
    }
    maya.send({ type: 'typing', conversationId, isTyping: false });
    for (const socket of daniel) expect((await socket.next('typing')).isTyping).toBe(false);
    for (const socket of [maya, tab, eve]) {
      await socket.settled();
      expect(socket.all('typing')).toEqual([]);
    }
  });

  it('forwards typing at most twice a second, and no repetitions', async () => {
    const { buyer, seller, conversationId } = await talk.scene();
    const [maya, tab, daniel] = [
      await talk.connect(buyer),
      await talk.connect(buyer),
      await talk.connect(seller),
    ];
    const forwarded = async () => {
      await Promise.all([maya.settled(), tab.settled()]);
      await daniel.settled();
      return daniel.all('typing').map(({ isTyping }) => isTyping);
    };
    for (let n = 0; n < 10; n += 1) maya.send({ type: 'typing', conversationId, isTyping: true });
    expect(await forwarded()).toEqual([true]);
    for (let n = 0; n < 10; n += 1) {
      maya.send({ type: 'typing', conversationId, isTyping: n % 2 === 1 });
      tab.send({ type: 'typing', conversationId, isTyping: false });
    }
    expect(await forwarded()).toHaveLength(2);
    talk.clock.advance(1_000);
    maya.send({ type: 'typing', conversationId, isTyping: true });
    expect((await forwarded()).at(-1)).toBe(true);
    expect(await forwarded()).toHaveLength(3);
  });

  it('sends the read position to the sender, and the unread count to the tabs of the reader', async () => {
    const { buyer, seller, conversationId } = await talk.scene();
    const node = await talk.startNode();
    await talk.send(buyer, conversationId, 'one');
    const two = await talk.send(buyer, conversationId, 'two');
    const [maya, daniel] = [await talk.connect(buyer, node), await talk.connect(seller)];
    await talk.call(seller, 'PATCH', `/api/messages/${two.body.id}/read`);
    const readAt = talk.clock.now().toISOString();
    expect(await maya.next('message_read')).toEqual({
      type: 'message_read',
      conversationId,
      upToSeq: 2,
      readAt,
    });
    expect((await maya.next('conversation')).conversation.lastMessage).toMatchObject({ readAt });
    expect((await daniel.next('conversation')).conversation.unreadCount).toBe(0);
    await daniel.settled();
    expect(daniel.all('message_read')).toEqual([]);
  });
});

describe('events of other features', () => {
  it('are forwarded: books to every user, a user to that user only', async () => {
    const { buyer, seller, bookId } = await talk.scene();
    const [maya, daniel, unknown] = [
      await talk.connect(buyer),
      await talk.connect(seller),
      await talk.connect(null),
    ];
    talk.events.publish(bookChanged, { bookId, sellerId: 'one' });
    talk.events.publish(userChanged, { userId: buyer.id });
    for (const socket of [maya, daniel]) expect(await socket.next('book')).toEqual({ type: 'book', bookId });
    expect(await maya.next('user')).toEqual({ type: 'user' });
    await daniel.settled();
    expect(daniel.all('user')).toEqual([]);
    expect(daniel.all('book')).toHaveLength(1);
    unknown.sendRaw('x');
    await unknown.next('error');
    expect(unknown.received).toHaveLength(1);
  });

  it('are throttled per book, without losing the last change', async () => {
    const { buyer, bookId } = await talk.scene();
    const other = randomUUID();
    const [slow, quick] = [
      await talk.connect(buyer, await talk.startNode({ bookIntervalMs: 3_600_000 })),
      await talk.connect(buyer, await talk.startNode({ bookIntervalMs: 10 })),
    ];
    for (let n = 0; n < 50; n += 1) talk.events.publish(bookChanged, { bookId, sellerId: 'one' });
    talk.events.publish(bookChanged, { bookId: other, sellerId: 'one' });
    await slow.next('book', (book) => book.bookId === other);
    expect(slow.all('book').map((book) => book.bookId)).toEqual([bookId, other]);
    await quick.until(() => quick.all('book').length > 2);
    expect(quick.all('book').map((book) => book.bookId)).toEqual([bookId, other, bookId]);
  });

  it('are paced per seller, without losing a book', async () => {
    const { buyer } = await talk.scene();
    const maya = await talk.connect(buyer, await talk.startNode({ bookIntervalMs: 10 }));
    const many = Array.from({ length: 7 }, () => randomUUID());
    const own = randomUUID();
    for (const bookId of many) talk.events.publish(bookChanged, { bookId, sellerId: 'busy' });
    talk.events.publish(bookChanged, { bookId: own, sellerId: 'another' });
    await maya.next('book', (book) => book.bookId === own);
    expect(maya.all('book').map((book) => book.bookId)).toEqual([...many.slice(0, 5), own]);
    await maya.until(() => maya.all('book').length === 8);
    expect(maya.all('book').map((book) => book.bookId)).toEqual([...many.slice(0, 5), own, ...many.slice(5)]);
  });

  it('include a new conversation for its seller', async () => {
    const [seller, buyer] = [await talk.person('Daniel'), await talk.person('Maya')];
    const daniel = await talk.connect(seller);
    const { body } = await talk.call(buyer, 'POST', '/api/conversations', {
      bookId: await talk.book(seller),
    });
    expect((await daniel.next('conversation')).conversation.id).toBe(body.id);
  });
});

const SUSPICIOUS = 'Please tell me the verification code that was sent to your phone';

describe('warnings of suspicious messages', () => {
  it('are told to the receiver in every way that a message arrives, and never to its sender', async () => {
    const { buyer, seller, conversationId } = await talk.scene();
    const [maya, daniel] = [await talk.connect(buyer), await talk.connect(seller)];
    const sent = await talk.send(buyer, conversationId, SUSPICIOUS);
    expect(sent.body.warning).toBeNull();
    expect((await maya.next('new_message')).message.warning).toBeNull();
    expect((await daniel.next('new_message')).message.warning).toBe('verification-code');

    const list = async (reader: typeof buyer) =>
      (await talk.messagesOf(reader, conversationId)).map(({ warning }) => warning);
    expect(await list(buyer)).toEqual([null]);
    expect(await list(seller)).toEqual(['verification-code']);

    // The text alone decides, not the role of the sender.
    await talk.send(seller, conversationId, SUSPICIOUS);
    expect((await maya.next('new_message')).message.warning).toBe('verification-code');

    for (const [socket, warning] of [
      [await talk.connect(buyer), null],
      [await talk.connect(seller), 'verification-code'],
    ] as const) {
      socket.send({ type: 'resume', conversationId, afterSeq: 0 });
      expect((await socket.next('new_message')).message.warning).toBe(warning);
    }
    const read = await talk.call(seller, 'PATCH', `/api/messages/${sent.body.id}/read`);
    expect(read.body.warning).toBe('verification-code');
  });

  it('are not given for links to this installation', async () => {
    const { buyer, seller, conversationId } = await talk.scene();
    const daniel = await talk.connect(seller);
    await talk.send(buyer, conversationId, `Is it this one? https://books.example/book/7`);
    expect((await daniel.next('new_message')).message.warning).toBeNull();
    await talk.send(buyer, conversationId, 'Or https://bookswap.example.net/book/7?');
    expect((await daniel.next('new_message')).message.warning).toBe('external-link');
  });
});
