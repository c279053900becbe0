import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type ConversationUser,
  type TestConversations,
  useTestConversations,
} from '#tests/support/server/test-conversations.ts';
import { localeOfTests } from '#tests/support/test-market.ts';
import { pushesStored } from '#features/notifications/server/public.ts';
import type { Conversation } from '../contract.ts';
import { exportConversations } from './personal-data.ts';

let talk: TestConversations;

useTestConversations((opened) => void (talk = opened));

const read = (person: ConversationUser, id: string) => talk.call(person, 'PATCH', `/api/messages/${id}/read`);
const textsOf = async (person: ConversationUser, conversationId: string) =>
  (await talk.messagesOf(person, conversationId)).map(({ content }) => content);

describe('a user who has blocked another', () => {
  it('never sees messages that were sent during the block', async () => {
    const { buyer: maya, seller: daniel, conversationId } = await talk.scene();
    const elsewhere = await talk.startNode();
    await talk.send(daniel, conversationId, 'Hello');
    const sockets = [await talk.connect(maya), await talk.connect(maya, elsewhere)];
    await talk.block(maya, daniel);
    for (const socket of sockets) await socket.next('missed');
    expect(await talk.conversationsOf(maya)).toMatchObject([{ id: conversationId, youBlocked: true }]);

    const unseen = await talk.send(daniel, conversationId, 'You will hear of me', undefined, elsewhere);
    expect(unseen.status).toBe(200);
    const line = await talk.connect(daniel);
    line.send({ type: 'send_message', conversationId, content: 'Answer me' });
    await line.next('conversation');
    line.send({ type: 'typing', conversationId, isTyping: true });
    await line.settled();
    const path = `/api/conversations/${conversationId}`;
    const nothingNew = async () => {
      expect(await textsOf(maya, conversationId)).toEqual(['Hello']);
      expect((await talk.call(maya, 'GET', path)).body).toMatchObject({
        unreadCount: 1,
        lastMessage: { content: 'Hello', seq: 1 },
      });
      expect((await read(maya, unseen.body.id)).status).toBe(404);
      const [exported] = await exportConversations(talk.database, maya.id, localeOfTests());
      expect(exported!.messages).toMatchObject([{ content: 'Hello' }]);
    };
    await nothingNew();
    for (const socket of sockets) {
      await socket.settled();
      expect(
        socket.received.filter(({ type }) => !['auth_success', 'missed', 'error'].includes(type)),
      ).toEqual([]);
    }

    await talk.unblock(maya, daniel);
    await nothingNew();
    const [back] = sockets;
    back!.send({ type: 'resume', conversationId, afterSeq: 0 });
    expect(await back!.next('resumed')).toMatchObject({ afterSeq: 0, upToSeq: 1 });
    await talk.send(daniel, conversationId, 'Still there?');
    expect(
      await back!.next('conversation', ({ conversation }) => conversation.unreadCount === 2),
    ).toMatchObject({
      conversation: { lastMessage: { content: 'Still there?', seq: 4 } },
    });
    expect(back!.all('new_message').map(({ message }) => message.seq)).toEqual([1, 4]);
    back!.send({ type: 'resume', conversationId, afterSeq: 1 });
    expect(await back!.next('resumed', ({ afterSeq }) => afterSeq === 1)).toMatchObject({ upToSeq: 4 });
    expect(await textsOf(maya, conversationId)).toEqual(['Hello', 'Still there?']);
    expect((await exportConversations(talk.database, daniel.id, localeOfTests()))[0]!.messages).toHaveLength(
      4,
    );
  });

  it('gets no notification of a withheld message', async () => {
    const pushed: number[] = [];
    talk.events.subscribe(pushesStored, ({ seq }) => pushed.push(seq));
    const { buyer: maya, seller: daniel, conversationId } = await talk.scene();
    await talk.addDevice(maya);
    const say = async (content: string) => (await talk.send(daniel, conversationId, content)).body.seq;
    const before = await say('before');
    await talk.block(maya, daniel);
    await say('meanwhile');
    await talk.unblock(maya, daniel);
    expect(pushed).toEqual([before, await say('after')]);
  });

  it('cannot write or open a conversation, and reads without a read mark', async () => {
    const { buyer: maya, seller: daniel, bookId, conversationId } = await talk.scene();
    const clientMessageId = randomUUID();
    const sent = await talk.send(maya, conversationId, 'Hi', clientMessageId);
    const received = await talk.send(daniel, conversationId, 'Hello');
    await talk.block(maya, daniel);

    const refused = { status: 409, body: { code: 'recipient-blocked-by-you' } };
    expect(await talk.send(maya, conversationId, 'And another thing')).toMatchObject(refused);
    // A message from before the block gets its former response.
    expect((await talk.send(maya, conversationId, 'Hi', clientMessageId)).body).toEqual(sent.body);
    for (const about of [bookId, await talk.book(daniel)])
      expect(await talk.call(maya, 'POST', '/api/conversations', { bookId: about })).toMatchObject(refused);
    const [line, other] = [await talk.connect(maya), await talk.connect(daniel)];
    line.send({ type: 'send_message', conversationId, content: 'Over the socket' });
    expect(await line.next('error')).toMatchObject({ code: 'recipient-blocked-by-you', conversationId });
    line.send({ type: 'typing', conversationId, isTyping: true });

    expect((await read(maya, received.body.id)).body.readAt).toBeNull();
    const path = `/api/conversations/${conversationId}`;
    expect((await talk.call(maya, 'GET', path)).body).toMatchObject({ youBlocked: true, unreadCount: 1 });
    expect(await talk.conversationsOf(maya, `?bookId=${bookId}`)).toMatchObject([
      { id: conversationId, youBlocked: true },
    ]);
    await line.settled();
    await other.settled();
    expect(other.received.map(({ type }) => type)).toEqual(['auth_success', 'error']);
    // The blocker is not told either when the other participant reads.
    expect((await read(daniel, sent.body.id)).body.readAt).not.toBeNull();
    await other.next('conversation');
    await line.settled();
    expect([...line.all('message_read'), ...line.all('conversation')]).toEqual([]);

    await talk.unblock(maya, daniel);
    expect((await read(maya, received.body.id)).body.readAt).not.toBeNull();
    expect((await other.next('message_read')).upToSeq).toBe(2);
  });

  it('sees typing again only after the block', async () => {
    const { buyer: maya, seller: daniel, conversationId } = await talk.scene();
    const [line, other] = [await talk.connect(daniel), await talk.connect(maya)];
    const type = async () => {
      talk.clock.advance(2_000);
      line.send({ type: 'typing', conversationId, isTyping: true });
      await line.settled();
      await other.settled();
      return other.all('typing').length;
    };
    expect(await type()).toBe(1);
    await talk.block(maya, daniel);
    expect(await type()).toBe(1);
    await talk.unblock(maya, daniel);
    expect(await type()).toBe(2);
  });

  it('has a list that withheld messages neither reorder nor extend', async () => {
    const { buyer: maya, seller: daniel, stranger: eve, conversationId } = await talk.scene();
    const ofMaya = await talk.book(maya);
    const withEve = await talk.call(eve, 'POST', '/api/conversations', { bookId: ofMaya });
    await talk.send(daniel, conversationId, 'First');
    talk.clock.advance(1_000);
    await talk.send(eve, withEve.body.id, 'Second');
    await talk.block(maya, daniel);
    talk.clock.advance(1_000);
    await talk.send(daniel, conversationId, 'Unseen');
    const begun = await talk.call(daniel, 'POST', '/api/conversations', { bookId: ofMaya });
    await talk.send(daniel, begun.body.id, 'Unseen as well');
    expect((await talk.conversationsOf(maya)).map(({ id }) => id)).toEqual([withEve.body.id, conversationId]);

    await talk.unblock(maya, daniel);
    const first = await talk.call<Conversation[]>(maya, 'GET', '/api/conversations?limit=1');
    const second = await talk.call<Conversation[]>(maya, 'GET', first.next!);
    expect([...first.body, ...second.body].map(({ lastMessage }) => lastMessage!.content)).toEqual([
      'Second',
      'First',
    ]);
    expect(second.next).toBeNull();
    expect((await talk.conversationsOf(daniel)).map(({ lastMessage }) => lastMessage!.content)).toEqual([
      'Unseen as well',
      'Unseen',
    ]);
    await talk.send(daniel, begun.body.id, 'Seen');
    expect((await talk.conversationsOf(maya)).map(({ lastMessage }) => lastMessage!.content)).toEqual([
      'Seen',
      'Second',
      'First',
    ]);
  });
});

/** Replaces ids and times by the order of their first occurrence. Cursors contain both. */
function comparable(said: unknown): unknown {
  const known = new Map<string, string>();
  const text = JSON.stringify(said)
    .replaceAll(/cursor=[\w-]+/g, 'cursor')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, (one) => {
      if (!known.has(one)) known.set(one, `#${known.size}`);
      return known.get(one)!;
    });
  return JSON.parse(text);
}

describe('a blocked user', () => {
  /** All responses to the writer while the other participant does nothing or cannot be reached. */
  async function history(isBlocked: boolean): Promise<unknown> {
    const { buyer: maya, seller: daniel, conversationId } = await talk.scene();
    const book = await talk.book(maya);
    const received = await talk.send(maya, conversationId, 'Is it still there?');
    await talk.connect(maya);
    const line = await talk.connect(daniel);
    if (isBlocked) await talk.block(maya, daniel);
    const said: unknown[] = [];
    const ask = async (method: string, path: string, body?: unknown) => {
      talk.clock.advance(1_000);
      const answer = await talk.call(daniel, method, path, body);
      // Compressed, the length depends on the ids. The bodies are compared.
      const headers = [...answer.headers].filter(([name]) => name !== 'date' && name !== 'content-length');
      said.push([method, answer.status, headers, answer.body, answer.next]);
      return answer.body;
    };
    const isSent = () => line.next('conversation');
    await ask('GET', '/api/conversations');
    await ask('PATCH', `/api/messages/${received.body.id}/read`);
    await isSent();
    const opened = await ask('POST', '/api/conversations', { bookId: book });
    await isSent();
    const clientMessageId = randomUUID();
    for (let n = 0; n < 2; n += 1)
      await ask('POST', '/api/messages', { conversationId, content: 'Over HTTP', clientMessageId });
    await isSent();
    line.send({
      type: 'send_message',
      conversationId: opened.id,
      content: 'Over the socket',
      clientMessageId,
    });
    await isSent();
    line.send({
      type: 'send_message',
      conversationId: opened.id,
      content: 'Over the socket',
      clientMessageId,
    });
    line.send({ type: 'typing', conversationId, isTyping: true });
    line.send({ type: 'resume', conversationId, afterSeq: 0 });
    await isSent();
    await ask('GET', '/api/conversations');
    await ask('GET', '/api/conversations?limit=1');
    await ask('GET', `/api/conversations/${conversationId}`);
    await ask('GET', `/api/conversations/${conversationId}/messages`);
    await ask('GET', `/api/conversations/${opened.id}/messages?limit=1`);
    await ask('GET', '/api/blocks');
    await line.settled();
    return comparable({
      said,
      received: line.received,
      exported: await exportConversations(talk.database, daniel.id, localeOfTests()),
    });
  }

  it('gets the same responses as any other user, over HTTP and the socket', async () => {
    const ordinary = await history(false);
    expect(await history(true)).toEqual(ordinary);
    expect(JSON.stringify(ordinary)).not.toMatch(/withheld|silent/);
  });
});
