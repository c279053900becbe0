import { describe, expect, it } from 'vitest';
import { checkHistory } from './check-history.ts';
import type { HistoryEntry, ShownConversation } from './history.ts';

const options = { maxDelayMs: 5_000, neededParts: ['postgresql'] };
const CONVERSATION = 'c';

/** A message that comes to all clients at once. */
function message(clientId: string, seq: number, at: number, client = 'maya'): HistoryEntry[] {
  const of = { conversationId: CONVERSATION, clientId };
  return [
    { at, kind: 'sent', client, ...of },
    { at: at + 10, kind: 'acknowledged', client, ...of, seq, process: 'one' },
    ...['maya', 'tom'].map(
      (to) => ({ at: at + 20, kind: 'delivered', client: to, ...of, seq, process: 'two' }) as const,
    ),
  ];
}

const connected: HistoryEntry[] = ['maya', 'tom'].map((client) => ({
  at: 0,
  kind: 'connected',
  client,
  process: 'one',
}));

const showing = (maya: string[], tom: string[], database = maya): ShownConversation[] =>
  Object.entries({ maya, tom, database }).map(([client, clientIds]) => ({
    client,
    conversationId: CONVERSATION,
    clientIds,
  }));

const three = [
  ...connected,
  ...message('a', 1, 100),
  ...message('b', 2, 200, 'tom'),
  ...message('c', 4, 300),
];

/** Without what the filter finds. */
const without = (is: (entry: HistoryEntry) => boolean) => three.filter((entry) => !is(entry));
const isDelivery = (clientId: string, client: string) => (entry: HistoryEntry) =>
  entry.kind === 'delivered' && entry.clientId === clientId && entry.client === client;

describe('checkHistory', () => {
  it('finds nothing where every message is everywhere, once, in one order; a place may stay empty', () => {
    expect(checkHistory(three, showing(['a', 'b', 'c'], ['a', 'b', 'c']), options)).toEqual([]);
  });

  it('finds a message that was acknowledged and is missing on one client, or in the database', () => {
    const found = checkHistory(three, showing(['a', 'b', 'c'], ['a', 'c'], ['a', 'b']), options);
    expect(found).toEqual([
      'lost: b of tom, acknowledged by one, is not on tom',
      'lost: c of maya, acknowledged by one, is not on database',
    ]);
  });

  it('finds a message that no one has acknowledged', () => {
    const history = without((entry) => entry.kind === 'acknowledged' && entry.clientId === 'b');
    expect(checkHistory(history, showing(['a', 'b', 'c'], ['a', 'b', 'c']), options)).toEqual([
      'never acknowledged: b of tom',
    ]);
  });

  it('finds a message that nobody has sent there', () => {
    const found = checkHistory(three, showing(['a', 'b', 'c'], ['a', 'b', 'x', 'c']), options);
    expect(found).toEqual(['never sent there: x on tom']);
  });

  it('finds a doubled message: on a client, with two places, and two in one place', () => {
    expect(checkHistory(three, showing(['a', 'b', 'c'], ['a', 'b', 'b', 'c']), options)).toEqual([
      'doubled: b on tom',
    ]);
    const again = three.map((entry) => (isDelivery('c', 'tom')(entry) ? { ...entry, seq: 5 } : entry));
    expect(checkHistory(again, showing(['a', 'b', 'c'], ['a', 'b', 'c']), options)).toContain(
      'doubled: c has the places 4 and 5 (tom)',
    );
    const shared = three.map((entry) =>
      'clientId' in entry && entry.clientId === 'c' ? { ...entry, seq: 2 } : entry,
    );
    expect(checkHistory(shared, showing(['a', 'b', 'c'], ['a', 'b', 'c']), options)).toContain(
      'one place for two: c and b at 2',
    );
  });

  it('finds another order on one client', () => {
    expect(checkHistory(three, showing(['a', 'b', 'c'], ['b', 'a', 'c']), options)).toEqual([
      'reordered on tom: a (1) after b (2)',
    ]);
  });

  it('finds messages that were stored in another order than they were sent from one client', () => {
    const history = [...connected, ...message('a', 2, 100), ...message('b', 1, 200)];
    expect(checkHistory(history, showing(['b', 'a'], ['b', 'a']), options)).toEqual([
      'not in the order of sending (maya in c): b (1) after a (2)',
    ]);
  });

  it('finds what comes late to a connected client, and what never comes over its socket', () => {
    const late = three.map((entry) => (isDelivery('a', 'tom')(entry) ? { ...entry, at: 5_200 } : entry));
    const shown = showing(['a', 'b', 'c'], ['a', 'b', 'c']);
    expect(checkHistory(late, shown, options)).toEqual(['late: a of maya came to tom after 5090 ms']);
    expect(checkHistory(without(isDelivery('a', 'tom')), shown, options)).toEqual([
      'late: a of maya came to tom after Infinity ms',
    ]);
  });

  it('counts the delay from the end of what kept a message away: no connection, or a needed part', () => {
    const late = three.map((entry) => (isDelivery('a', 'tom')(entry) ? { ...entry, at: 12_000 } : entry));
    const shown = showing(['a', 'b', 'c'], ['a', 'b', 'c']);
    const gone = (at: number): HistoryEntry => ({ at, kind: 'disconnected', client: 'tom', process: 'one' });
    const back = (at: number): HistoryEntry => ({ at, kind: 'connected', client: 'tom', process: 'two' });
    expect(checkHistory([...late, gone(3_000), back(7_500)], shown, options)).toEqual([]);
    expect(checkHistory([...late, gone(3_000), back(6_500)], shown, options)).toHaveLength(1);
    const outage = (part: string): HistoryEntry[] => [
      { at: 90, kind: 'lost', part },
      { at: 7_500, kind: 'restored', part },
    ];
    expect(checkHistory([...late, ...outage('postgresql')], shown, options)).toEqual([]);
    expect(checkHistory([...late, ...outage('redis')], shown, options)).toHaveLength(1);
  });
});
