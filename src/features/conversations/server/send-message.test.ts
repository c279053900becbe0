import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { pushesStored } from '#features/notifications/server/public.ts';
import { users } from '../../accounts/server/table.ts';
import type { Message } from '../contract.ts';
import { exportConversations } from './personal-data.ts';
import { seedConversation } from './seed-conversation.ts';
import { type TestConversations, useTestConversations } from '#tests/support/server/test-conversations.ts';
import { localeOfTests } from '#tests/support/test-market.ts';
import { conversations, messages } from './table.ts';

let talk: TestConversations;

useTestConversations((opened) => void (talk = opened));

describe('sending', () => {
  it('validates the text', async () => {
    const { buyer, conversationId } = await talk.scene();
    const send = (content: unknown) => talk.call(buyer, 'POST', '/api/messages', { conversationId, content });
    expect(await send('  \n ')).toMatchObject({ status: 400, body: { errors: [{ path: 'content' }] } });
    expect((await send('x'.repeat(4_001))).status).toBe(400);
    expect((await send(7)).status).toBe(400);
    expect((await send('bell \u0007')).status).toBe(400);
    expect((await send('x'.repeat(4_000))).status).toBe(200);
    // Code points, as in the database.
    expect((await send('📚'.repeat(4_000))).status).toBe(200);
    expect((await send('  two\r\nlines  ')).body).toMatchObject({
      content: 'two\nlines',
      messageType: 'text',
      seq: 3,
    });
    const wrongType = { conversationId, content: 'x', messageType: 'image' };
    expect((await talk.call(buyer, 'POST', '/api/messages', wrongType)).status).toBe(400);
  });

  it('numbers concurrent messages without gaps', async () => {
    const { buyer, seller, conversationId } = await talk.scene();
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        talk.send(n % 2 === 0 ? buyer : seller, conversationId, `Message ${n}`),
      ),
    );
    const body = await talk.messagesOf(buyer, conversationId, '?limit=100');
    expect(body.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    expect(new Set(body.map(({ content }) => content)).size).toBe(60);
    const [row] = await talk.database.orm.select().from(conversations);
    expect(row).toMatchObject({
      lastSeq: 60,
      buyerUnread: 30,
      sellerUnread: 30,
      lastMessageId: body.at(-1)!.id,
    });
  });

  it('stores pushes for the devices of its receiver, once', async () => {
    const stored: number[] = [];
    talk.events.subscribe(pushesStored, ({ seq }) => stored.push(seq));
    const { buyer, seller, conversationId } = await talk.scene();
    await talk.send(buyer, conversationId, 'before');
    for (const person of [buyer, seller, seller]) await talk.addDevice(person);
    const once = randomUUID();
    const { seq } = (await talk.send(buyer, conversationId, 'works', once)).body;
    await talk.send(buyer, conversationId, 'again', once);
    const { rows } = await talk.database.pool.query(
      'SELECT user_id, subject_id, seq, cardinality(push_to) AS devices FROM notifications',
    );
    expect(rows).toEqual([{ user_id: seller.id, subject_id: conversationId, seq, devices: 2 }]);
    expect(stored).toEqual([seq]);
  });
});

describe('reading', () => {
  it('marks a message and all earlier ones, for its receiver only', async () => {
    const { buyer, seller, stranger, conversationId } = await talk.scene();
    const sent: Message[] = [];
    for (const [person, text] of [
      [buyer, 'a'],
      [seller, 'b'],
      [buyer, 'c'],
      [buyer, 'd'],
    ] as const) {
      sent.push((await talk.send(person, conversationId, text)).body);
    }
    const read = (person: typeof buyer | null, message: Message) =>
      talk.call(person, 'PATCH', `/api/messages/${message.id}/read`);
    expect((await read(buyer, sent[2]!)).status).toBe(404);
    expect((await read(stranger, sent[2]!)).status).toBe(404);
    expect((await read(null, sent[2]!)).status).toBe(401);
    expect((await talk.call(seller, 'PATCH', `/api/messages/${randomUUID()}/read`)).status).toBe(404);

    talk.clock.advance(60_000);
    const at = talk.clock.now().toISOString();
    expect(await read(seller, sent[2]!)).toMatchObject({
      status: 200,
      body: { id: sent[2]!.id, readAt: at },
    });
    talk.clock.advance(60_000);
    // Again, and an earlier one: nothing changes.
    expect((await read(seller, sent[2]!)).body.readAt).toBe(at);
    expect((await read(seller, sent[0]!)).body.readAt).toBe(at);
    expect((await talk.messagesOf(buyer, conversationId)).map(({ readAt }) => readAt)).toEqual([
      at,
      null,
      at,
      null,
    ]);
    for (const person of [seller, buyer])
      expect(await talk.conversationsOf(person)).toMatchObject([{ unreadCount: 1 }]);
  });

  it('keeps the unread count correct while messages arrive', async () => {
    const { buyer, seller, conversationId } = await talk.scene();
    const sending = Array.from({ length: 30 }, (_, n) => talk.send(buyer, conversationId, `${n}`));
    const reading = sending.map(async (sent, n) => {
      const { body } = await sent;
      if (n % 3 === 0) await talk.call(seller, 'PATCH', `/api/messages/${body.id}/read`);
    });
    await Promise.all(reading);
    const unread = await talk.database.orm.$count(messages, eq(messages.senderId, buyer.id));
    const [row] = await talk.database.orm.select().from(conversations);
    expect(unread).toBe(30);
    expect(row!.sellerUnread).toBe(30 - row!.sellerReadSeq);
  });
});

describe('the messages of a conversation', () => {
  it('are paged from the newest, ascending within a page', async () => {
    const { buyer, conversationId } = await talk.scene();
    for (let n = 1; n <= 7; n += 1) await talk.send(buyer, conversationId, `${n}`);
    const pages = await talk.pagesOf<Message>(buyer, `/api/conversations/${conversationId}/messages?limit=3`);
    expect(pages.map((page) => page.map(({ seq }) => seq))).toEqual([[5, 6, 7], [2, 3, 4], [1]]);
    expect(await talk.messagesOf(buyer, conversationId)).toHaveLength(7);
    const tooMuch = Buffer.from('{"beforeSeq":3000000000}').toString('base64url');
    for (const cursor of ['zz', tooMuch]) {
      const path = `/api/conversations/${conversationId}/messages?cursor=${cursor}`;
      expect((await talk.call(buyer, 'GET', path)).status).toBe(400);
    }
  });

  it('are visible to participants only', async () => {
    const { buyer, stranger, conversationId } = await talk.scene();
    expect(await talk.messagesOf(buyer, conversationId)).toEqual([]);
    for (const [method, path, body] of [
      ['GET', `/api/conversations/${conversationId}`, undefined],
      ['GET', `/api/conversations/${conversationId}/messages`, undefined],
      ['POST', '/api/messages', { conversationId, content: 'Let me in' }],
    ] as const) {
      const refused = await talk.call(stranger, method, path, body);
      expect(refused).toMatchObject({ status: 404, body: { code: 'conversation-not-found' } });
      expect((await talk.call(null, method, path, body)).status).toBe(401);
    }
    expect((await talk.call(buyer, 'GET', `/api/conversations/${conversationId}`)).body.id).toBe(
      conversationId,
    );
  });

  it('are deleted with either participant', async () => {
    const { buyer, seller, conversationId } = await talk.scene();
    await talk.send(buyer, conversationId, 'Hi');
    await talk.database.orm.delete(users).where(eq(users.id, buyer.id));
    expect((await talk.call(seller, 'GET', `/api/conversations/${conversationId}`)).status).toBe(404);
    expect(await talk.database.orm.$count(messages)).toBe(0);
  });
});

describe('seeding and exporting', () => {
  it('writes a conversation as if its messages had been sent', async () => {
    const [seller, buyer] = [await talk.person('Daniel'), await talk.person('Maya')];
    const bookId = await talk.book(seller);
    const at = (minutes: number) => new Date(talk.clock.now().getTime() + minutes * 60_000);
    const id = await seedConversation(talk.database, {
      bookId,
      buyerId: buyer.id,
      sellerId: seller.id,
      messages: [
        { from: 'buyer', content: 'Hi', at: at(-30) },
        { from: 'seller', content: 'Hello', at: at(-20) },
        { from: 'seller', content: 'Still there', at: at(-10) },
      ],
      buyerRead: 2,
    });
    expect(await talk.conversationsOf(buyer)).toMatchObject([
      { id, unreadCount: 1, lastMessage: { content: 'Still there', readAt: null, seq: 3 } },
    ]);
    expect((await talk.send(buyer, id, 'Good')).body.seq).toBe(4);
    const exported = await exportConversations(talk.database, buyer.id, localeOfTests());
    expect(exported[0]!.messages.map(({ sentByYou, content }) => [sentByYou, content])).toEqual([
      [true, 'Hi'],
      [false, 'Hello'],
      [false, 'Still there'],
      [true, 'Good'],
    ]);
  });
});
