import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../contract.ts';
import {
  addReceived,
  applyOutgoingEvent,
  applyReadPosition,
  contiguousSeq,
  toMessageViews,
  mergeMessages,
  type OutgoingMessage,
  type OutgoingEvent,
} from './merge-messages.ts';

const me = 'me';
const other = 'other';

function messageAt(seq: number, changes: Partial<Message> = {}): Message {
  const mine = seq % 2 === 0;
  return {
    id: `id ${seq}`,
    conversationId: 'talk',
    senderId: mine ? me : other,
    receiverId: mine ? other : me,
    content: `text ${seq}`,
    messageType: 'text',
    event: null,
    meeting: null,
    offer: null,
    seq,
    clientMessageId: `client ${seq}`,
    readAt: null,
    warning: null,
    createdAt: new Date(seq * 60_000).toISOString(),
    ...changes,
  };
}

const outgoingOf = (clientMessageId: string, changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  clientMessageId,
  target: { conversationId: 'talk' },
  content: clientMessageId,
  at: '2026-11-20T12:00:00.000Z',
  state: 'sending',
  ...changes,
});

describe('merging', () => {
  it('has every message once, in order, whenever and however often it arrived', () => {
    const seqs = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 60 });
    fc.assert(
      fc.property(fc.array(seqs, { maxLength: 4 }), (sources) => {
        const merged = mergeMessages(...sources.map((source) => source.map((seq) => messageAt(seq))));
        const expected = [...new Set(sources.flat())].sort((a, b) => a - b);
        expect(merged.map(({ seq }) => seq)).toEqual(expected);
      }),
    );
  });

  it('never makes a read message unread', () => {
    const readings = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.boolean()), { maxLength: 40 });
    fc.assert(
      fc.property(readings, (copies) => {
        const all = copies.map(([seq, read]) =>
          messageAt(seq, { readAt: read ? '2026-11-20T12:00:00.000Z' : null }),
        );
        const ever = new Set(copies.filter(([, read]) => read).map(([seq]) => seq));
        for (const { seq, readAt } of mergeMessages(all)) expect(readAt !== null).toBe(ever.has(seq));
      }),
    );
  });

  it('applies a read position to own messages only', () => {
    const messages = [1, 2, 3, 4, 6].map((seq) => messageAt(seq));
    const marked = applyReadPosition(messages, { upToSeq: 4, readAt: 'then' }, me);
    expect(marked.map(({ readAt }) => readAt)).toEqual([null, 'then', null, 'then', null]);
    expect(applyReadPosition(messages, undefined, me)).toEqual(messages);
  });

  it('finds the first gap', () => {
    const of = (...seqs: number[]) => contiguousSeq(seqs.map((seq) => messageAt(seq)));
    expect([of(), of(1), of(1, 2, 3), of(1, 3), of(51, 52, 54, 55)]).toEqual([0, 1, 3, 1, 52]);
  });

  it('does not treat a withheld message as a gap', () => {
    const messages = [4, 5, 8, 9, 12].map((seq) => messageAt(seq));
    expect([0, 3, 5, 7, 8, 11, 20].map((answered) => contiguousSeq(messages, answered))).toEqual([
      5, 5, 5, 9, 9, 12, 20,
    ]);
  });
});

describe('a reader with an unreliable connection', () => {
  /**
   * The server's conversation, and a reader who has fetched it once, receives some events, and requests the
   * rest.
   */
  const step = fc.oneof(
    fc.record({ kind: fc.constant('sent' as const), heard: fc.boolean(), twice: fc.boolean() }),
    fc.record({ kind: fc.constant('late' as const), seq: fc.integer({ min: 1, max: 80 }) }),
    fc.constant({ kind: 'resume' as const }),
  );

  it('receives everything once and in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), fc.array(step, { maxLength: 60 }), (before, steps) => {
        let last = before;
        const fetched = Array.from({ length: before }, (_, n) => messageAt(n + 1));
        let received: readonly Message[] = [];
        const hear = (seq: number) => (received = addReceived(received, messageAt(seq)));
        const known = () => mergeMessages(fetched, received);
        const resume = () => {
          for (let seq = contiguousSeq(known()) + 1; seq <= last; seq += 1) hear(seq);
        };
        for (const one of steps) {
          if (one.kind === 'sent') {
            last += 1;
            if (one.heard) hear(last);
            if (one.heard && one.twice) hear(last);
          } else if (one.kind === 'late' && one.seq <= last) hear(one.seq);
          else if (one.kind === 'resume') resume();
          const seqs = known().map(({ seq }) => seq);
          expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
        }
        // With nothing fetched, the first received message may have any `seq`.
        if (before === 0) for (let seq = 1; seq <= last; seq += 1) hear(seq);
        resume();
        const lines = toMessageViews({ fetched, hasFirst: true, received, outgoing: [], myId: me });
        expect(lines.map(({ content }) => content)).toEqual(
          Array.from({ length: last }, (_, n) => `text ${n + 1}`),
        );
      }),
    );
  });
});

describe('outgoing messages', () => {
  it('follow their lifecycle', () => {
    const of = (state: OutgoingMessage['state'], event: OutgoingEvent) =>
      applyOutgoingEvent([outgoingOf('a', { state }), outgoingOf('b')], 'a', event).map(
        (one) => `${one.clientMessageId} ${one.state}`,
      );
    expect(of('sending', 'confirmed')).toEqual(['b sending']);
    expect(of('sending', 'refused')).toEqual(['a failed', 'b sending']);
    expect(of('sending', 'unreachable')).toEqual(['a sending', 'b sending']);
    expect(of('sending', 'retried')).toEqual(['a sending', 'b sending']);
    expect(of('failed', 'retried')).toEqual(['a sending', 'b sending']);
    expect(of('failed', 'confirmed')).toEqual(['b sending']);
    expect(of('failed', 'refused')).toEqual(['a failed', 'b sending']);
    expect(of('failed', 'unreachable')).toEqual(['a failed', 'b sending']);
  });

  it('are shown once, under one key, before and after their confirmation', () => {
    const events = fc.array(
      fc.record({
        id: fc.integer({ min: 0, max: 5 }),
        event: fc.constantFrom<OutgoingEvent | 'arrived'>(
          'confirmed',
          'refused',
          'unreachable',
          'retried',
          'arrived',
        ),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(events, (steps) => {
        let outgoing: readonly OutgoingMessage[] = Array.from({ length: 6 }, (_, n) => outgoingOf(`${n}`));
        let received: readonly Message[] = [];
        const arrive = (id: number) => {
          if (received.some(({ clientMessageId }) => clientMessageId === `${id}`)) return;
          const seq = received.length + 1;
          received = addReceived(
            received,
            messageAt(seq, { senderId: me, clientMessageId: `${id}`, content: `${id}` }),
          );
        };
        for (const { id, event } of steps) {
          // The message itself confirms, and may arrive before its confirmation.
          if (event === 'arrived' || event === 'confirmed') arrive(id);
          if (event !== 'arrived') outgoing = applyOutgoingEvent(outgoing, `${id}`, event);
          const lines = toMessageViews({ fetched: [], hasFirst: true, received, outgoing, myId: me });
          expect(lines.map(({ key }) => key).toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((n) => `${me} ${n}`));
          for (const line of lines) {
            const arrived = received.some(({ clientMessageId }) => clientMessageId === line.clientMessageId);
            expect(line.delivery === 'sent').toBe(arrived);
          }
        }
      }),
    );
  });
});

describe('message views', () => {
  it('show the delivery status of own messages only', () => {
    const lines = toMessageViews({
      fetched: [messageAt(1), messageAt(2), messageAt(4)],
      hasFirst: true,
      received: [messageAt(5)],
      outgoing: [outgoingOf('new'), outgoingOf('bad', { state: 'failed' })],
      readPosition: { upToSeq: 3, readAt: 'then' },
      myId: me,
    });
    expect(lines.map(({ delivery }) => delivery)).toEqual([
      undefined,
      'read',
      'sent',
      undefined,
      'sending',
      'failed',
    ]);
  });

  it('leave out messages of older pages', () => {
    const lines = toMessageViews({
      fetched: [messageAt(51)],
      hasFirst: false,
      received: [messageAt(3), messageAt(52)],
      outgoing: [],
      myId: me,
    });
    expect(lines.map(({ content }) => content)).toEqual(['text 51', 'text 52']);
  });
});
