import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../contract.ts';
import { contiguousSeq, mergeMessages, toMessageViews } from './merge-messages.ts';
import type { OutgoingView } from './outbox.ts';

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

const outgoingOf = (clientMessageId: string, changes: Partial<OutgoingView> = {}): OutgoingView => ({
  clientMessageId,
  target: { conversationId: 'talk', bookId: 'book', buyerId: me, sellerId: other },
  content: clientMessageId,
  at: '2026-11-20T12:00:00.000Z',
  delivery: 'sending',
  seq: null,
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

describe('message views', () => {
  it('show the delivery status of own messages only', () => {
    const fetched = [messageAt(1), messageAt(2, { readAt: 'then' }), messageAt(4), messageAt(5)];
    const outgoing = [outgoingOf('new'), outgoingOf('bad', { delivery: 'failed' })];
    const lines = toMessageViews(fetched, outgoing, me);
    expect(lines.map(({ delivery }) => delivery)).toEqual([
      undefined,
      'read',
      'sent',
      undefined,
      'sending',
      'failed',
    ]);
  });

  it('show an own message once, under one key, before and after it is fetched', () => {
    const keysOf = (fetched: Message[], outgoing: OutgoingView[]) =>
      toMessageViews(fetched, outgoing, me).map(({ key }) => key);
    const sent = outgoingOf('client 2', { delivery: 'sent', seq: 2 });
    expect(keysOf([messageAt(1)], [outgoingOf('client 2')])).toEqual(['other client 1', 'me client 2']);
    expect(keysOf([messageAt(1)], [sent])).toEqual(['other client 1', 'me client 2']);
    expect(keysOf([messageAt(1), messageAt(2)], [sent])).toEqual(['other client 1', 'me client 2']);
    expect(keysOf([messageAt(2)], [outgoingOf('client 2')])).toEqual(['me client 2']);
  });

  it('leave out a sent message of an older page, and a sent offer, which is fetched', () => {
    const outgoing = [
      outgoingOf('old', { delivery: 'sent', seq: 3 }),
      outgoingOf('offer', { delivery: 'sent' }),
    ];
    expect(toMessageViews([messageAt(51)], outgoing, me).map(({ content }) => content)).toEqual(['text 51']);
  });
});
