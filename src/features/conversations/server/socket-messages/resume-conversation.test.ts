import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../contract.ts';
import { type TestConversations, useTestConversations } from '#tests/support/server/test-conversations.ts';
import { MAX_RESUME_BYTES } from '../../rules.ts';
import { seedConversation } from '../seed-conversation.ts';

let talk: TestConversations;

useTestConversations((opened) => void (talk = opened));

/** A conversation whose seller has sent this many messages, or whose buyer has sent one of each three. */
async function seed(count: number, contentAt: (n: number) => string, { hasBoth = false } = {}) {
  const [seller, buyer] = [await talk.person('Daniel'), await talk.person('Maya')];
  const at = talk.clock.now();
  const conversationId = await seedConversation(talk.database, {
    bookId: await talk.book(seller),
    buyerId: buyer.id,
    sellerId: seller.id,
    messages: Array.from({ length: count }, (_, n) => ({
      from: hasBoth && n % 3 === 0 ? ('buyer' as const) : ('seller' as const),
      content: contentAt(n),
      at,
    })),
  });
  return { buyer, conversationId };
}

describe('resume', () => {
  it('sends the missed messages in order, then the current state', async () => {
    const { buyer, seller, conversationId } = await talk.scene();
    for (let n = 1; n <= 5; n += 1) await talk.send(seller, conversationId, `${n}`);
    const mine = await talk.send(buyer, conversationId, 'mine');
    await talk.call(seller, 'PATCH', `/api/messages/${mine.body.id}/read`);
    const maya = await talk.connect(buyer);
    maya.send({ type: 'resume', conversationId, afterSeq: 2 });
    const { conversation } = await maya.next('conversation');
    expect(maya.all('new_message').map(({ message }) => message.seq)).toEqual([3, 4, 5, 6]);
    expect(await maya.next('message_read')).toMatchObject({ upToSeq: 6 });
    expect(conversation).toMatchObject({ unreadCount: 5, lastMessage: { seq: 6 } });
  });

  it('bounds the messages of one response', async () => {
    const { buyer, conversationId } = await seed(520, () => 'x');
    const maya = await talk.connect(buyer);
    maya.send({ type: 'resume', conversationId, afterSeq: 0 });
    expect((await maya.next('conversation')).conversation.lastMessage!.seq).toBe(520);
    const seqs = () => maya.all('new_message').map(({ message }) => message.seq);
    expect(seqs()).toEqual(Array.from({ length: 500 }, (_, n) => n + 1));
    maya.send({ type: 'resume', conversationId, afterSeq: 500 });
    await maya.next('conversation');
    expect(seqs().at(-1)).toBe(520);
  });

  it('brings a user who was away for a thousand messages to the exact state', async () => {
    const { buyer, conversationId } = await seed(1_000, (n) => `${n + 1}: ${'x'.repeat(n % 300)}`, {
      hasBoth: true,
    });
    const maya = await talk.connect(buyer);
    const received = () => maya.all('new_message').map(({ message }) => message);
    // A browser asks until it has the conversation's last message.
    for (let asked = 0, last = 0; asked === 0 || last < 1_000; asked += 1) {
      expect(asked).toBeLessThan(5);
      maya.send({ type: 'resume', conversationId, afterSeq: last });
      const { conversation } = await maya.next('conversation');
      expect(conversation.lastMessage!.seq).toBe(1_000);
      last = received().at(-1)!.seq;
    }
    const path = `/api/conversations/${conversationId}/messages?limit=50`;
    const listed = (await talk.pagesOf<Message>(buyer, path)).flat();
    expect(received()).toEqual(listed.toSorted((one, other) => one.seq - other.seq));
    expect(received().map(({ seq }) => seq)).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 1));
  });

  it('bounds the bytes of one response, and continues with the next', async () => {
    const { buyer, conversationId } = await seed(60, () => '😀'.repeat(2_000));
    const maya = await talk.connect(buyer);
    let last = 0;
    for (let asked = 0; last < 60; asked += 1) {
      expect(asked).toBeLessThan(4);
      maya.send({ type: 'resume', conversationId, afterSeq: last });
      await maya.next('conversation');
      const seqs = maya.all('new_message').map(({ message }) => message.seq);
      const answered = maya.received.slice(
        maya.received.findIndex((one) => one.type === 'new_message' && one.message.seq > last),
      );
      expect(
        Buffer.byteLength(JSON.stringify(answered.filter(({ type }) => type === 'new_message'))),
      ).toBeLessThan(MAX_RESUME_BYTES);
      last = seqs.at(-1)!;
      expect(seqs).toEqual(Array.from({ length: last }, (_, n) => n + 1));
    }
  });

  it('is limited per user, over all connections', async () => {
    const { buyer, seller, conversationId } = await talk.scene();
    const [one, tab, daniel] = [
      await talk.connect(buyer),
      await talk.connect(buyer),
      await talk.connect(seller),
    ];
    const ask = { type: 'resume', conversationId, afterSeq: 2_147_483_647 };
    for (let n = 0; n < 6; n += 1) one.send(ask);
    await one.settled();
    for (let n = 0; n < 6; n += 1) tab.send(ask);
    await tab.settled();
    expect([one.all('conversation').length, tab.all('conversation').length]).toEqual([6, 4]);
    expect(tab.all('error')[0]).toMatchObject({ code: 'too-many-requests', conversationId });
    daniel.send(ask);
    await daniel.next('conversation');
    talk.clock.advance(1_000);
    tab.send(ask);
    await tab.next('conversation');
  });

  it('is answered on one connection of a user at a time', async () => {
    const { buyer, conversationId } = await talk.scene();
    const tabs = [await talk.connect(buyer), await talk.connect(buyer)];
    const all = (type: 'error' | 'conversation') => tabs.flatMap((tab) => tab.all(type));
    await talk.database.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE messages IN ACCESS EXCLUSIVE MODE`);
      for (const tab of tabs) tab.send({ type: 'resume', conversationId, afterSeq: 0 });
      await expect.poll(() => all('error'), { timeout: 15_000 }).toHaveLength(1);
    });
    expect(all('error')[0]).toMatchObject({ code: 'too-many-requests', conversationId });
    await expect.poll(() => all('conversation'), { timeout: 15_000 }).toHaveLength(1);
    const refused = tabs.find((tab) => tab.all('error').length === 1)!;
    refused.send({ type: 'resume', conversationId, afterSeq: 0 });
    await refused.next('conversation');
  });
});
