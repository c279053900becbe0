import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type ConversationUser,
  type TestConversations,
  useTestConversations,
} from '#tests/support/server/test-conversations.ts';
import type { Conversation } from '../contract.ts';
import type { Side } from '../rules.ts';

let talk: TestConversations;

useTestConversations((opened) => void (talk = opened));

const across = { buyer: 'seller', seller: 'buyer' } as const;

type Said = { seq: number; from: Side; withheld: boolean; id: string };

/** The model: what each participant sees of the conversation. */
class Model {
  readonly said: Said[] = [];
  readonly isBlocking = { buyer: false, seller: false };
  readonly readUpTo = { buyer: 0, seller: 0 };

  send(from: Side, id: string): void {
    this.said.push({ seq: this.said.length + 1, from, withheld: this.isBlocking[across[from]], id });
  }

  visible = (to: Side) => this.said.filter(({ from, withheld }) => from === to || !withheld);

  received = (by: Side) => this.visible(by).filter(({ from }) => from !== by);

  read(by: Side, seq: number): void {
    if (!this.isBlocking[by]) this.readUpTo[by] = Math.max(this.readUpTo[by], seq);
  }

  /** Messages that their receiver has read. */
  isRead = ({ seq, from }: Said) => seq <= this.readUpTo[across[from]];

  view(side: Side) {
    const visible = this.visible(side);
    const last = visible.at(-1);
    const unread = this.received(side).filter((one) => !this.isRead(one));
    return {
      messages: visible.map((one) => [one.seq, this.isRead(one)]),
      last: last === undefined ? null : [last.seq, this.isRead(last)],
      unread: unread.length,
      youBlocked: this.isBlocking[side],
      // A conversation that begins with a withheld message does not exist for its receiver.
      // With a blocked participant, only earlier messages are visible.
      isListed:
        visible.length > 0 || (!this.isBlocking[side] && (side === 'buyer' || this.said.length === 0)),
    };
  }
}

async function viewOf(person: ConversationUser, id: string) {
  const { body } = await talk.call<Conversation>(person, 'GET', `/api/conversations/${id}`);
  const messages = await talk.messagesOf(person, id, '?limit=100');
  const listed = (await talk.conversationsOf(person)).find((one) => one.id === id);
  if (listed !== undefined) expect(listed).toEqual(body);
  const { lastMessage, unreadCount, youBlocked } = body;
  return {
    messages: messages.map(({ seq, readAt }) => [seq, readAt !== null]),
    last: lastMessage && [lastMessage.seq, lastMessage.readAt !== null],
    unread: unreadCount,
    youBlocked,
    isListed: listed !== undefined,
  };
}

const step = fc.record({
  by: fc.constantFrom<Side>('buyer', 'seller'),
  does: fc.constantFrom('send', 'send', 'send', 'block', 'unblock', 'read newest', 'read first'),
});

it('shows both participants exactly what the model says, after any history of blocks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const { seller, buyer, conversationId } = await talk.scene();
      const people = { seller, buyer };
      const model = new Model();
      for (const { by, does } of steps) {
        talk.clock.advance(1_000);
        const [person, other] = [people[by], people[across[by]]];
        if (does === 'send') {
          const { status, body } = await talk.send(person, conversationId, 'A line');
          expect(status).toBe(model.isBlocking[by] ? 409 : 200);
          if (status === 200) model.send(by, body.id);
        } else if (does === 'block' || does === 'unblock') {
          await talk[does](person, other);
          model.isBlocking[by] = does === 'block';
        } else {
          const message = model.received(by).at(does === 'read newest' ? -1 : 0);
          if (message === undefined) continue;
          await talk.call(person, 'PATCH', `/api/messages/${message.id}/read`);
          model.read(by, message.seq);
        }
      }
      for (const side of ['buyer', 'seller'] as const)
        expect([side, await viewOf(people[side], conversationId)]).toEqual([side, model.view(side)]);
    }),
    { numRuns: 15, endOnFailure: true },
  );
});
