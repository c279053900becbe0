import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Message } from '../contract.ts';
import { startLiveSession } from './live-session.ts';
import { type LiveChange, LiveStore } from './live-store.ts';

class FakeSocket extends EventTarget {
  static last: FakeSocket;
  readyState = 1;
  readonly sent: { type: string }[] = [];
  constructor() {
    super();
    FakeSocket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string });
  }
  close(): void {}
  says(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const nothing = () => {};
  for (const [name, value] of Object.entries({
    WebSocket: FakeSocket,
    document: page,
    navigator: { onLine: true },
    location: { protocol: 'https:', host: 'books.example' },
    addEventListener: nothing,
    removeEventListener: nothing,
  }))
    vi.stubGlobal(name, value);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const seen = (seq: number) =>
  ({ id: `m${seq}`, conversationId: 'c', seq, clientMessageId: `k${seq}` }) as Message;

/** A connected session that has two messages of two conversations and shows one of them. */
async function connected() {
  const store = new LiveStore();
  const queries = new QueryClient();
  const page = { items: [seen(1), seen(2)], next: null };
  for (const id of ['c', 'other'])
    queries.setQueryData(['conversations', 'messages', id], { pages: [page], pageParams: [null] });
  queries.setQueryData(['conversations', 'one', 'c'], { id: 'c' });
  const told: LiveChange[] = [];
  store.onChange((change) => told.push(change));
  const session = startLiveSession({
    store,
    queries,
    userId: 'maya',
    tokens: {
      getToken: async () => 'one',
      renewToken: async () => 'two',
      remembered: () => null,
      lost: () => {},
    },
    transport: () => Promise.reject(new Error('nothing is asked here')),
  });
  await vi.advanceTimersByTimeAsync(0);
  FakeSocket.last.dispatchEvent(new Event('open'));
  await vi.advanceTimersByTimeAsync(0);
  FakeSocket.last.says({ type: 'auth_success' });
  session.watch('c');
  FakeSocket.last.sent.length = 0;
  return { session, queries, told };
}

it('looks at everything again when something may have been missed', async () => {
  const { session, queries, told } = await connected();

  FakeSocket.last.says({ type: 'missed' });

  expect(FakeSocket.last.sent).toEqual([{ type: 'resume', conversationId: 'c', afterSeq: 2 }]);
  expect(queries.getQueryData(['conversations', 'messages', 'other'])).toBeUndefined();
  expect(queries.getQueryState(['conversations', 'one', 'c'])).toMatchObject({ isInvalidated: true });
  expect(told).toEqual([{ type: 'user' }, { type: 'missed' }]);
  session.stop();
});

it('asks again, once, for what was refused as too much at that moment', async () => {
  const { session } = await connected();
  const refusal = { type: 'error', message: 'Slower', code: 'too-many-requests', conversationId: 'c' };
  for (let n = 0; n < 3; n += 1) FakeSocket.last.says(refusal);
  expect(FakeSocket.last.sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(FakeSocket.last.sent).toEqual([{ type: 'resume', conversationId: 'c', afterSeq: 2 }]);
  FakeSocket.last.says(refusal);
  session.stop();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(FakeSocket.last.sent).toHaveLength(1);
});

it('asks once for what it misses, even where a place is left out', async () => {
  const { session } = await connected();
  const stands = { type: 'conversation', conversation: { id: 'c', lastMessage: { seq: 5 } } };
  const asked = () => FakeSocket.last.sent.filter(({ type }) => type === 'resume');
  FakeSocket.last.says({ type: 'new_message', message: seen(5) });
  FakeSocket.last.says(stands);
  expect(asked()).toEqual([{ type: 'resume', conversationId: 'c', afterSeq: 2 }]);
  FakeSocket.last.says({ type: 'new_message', message: seen(5) });
  FakeSocket.last.says({ type: 'resumed', conversationId: 'c', afterSeq: 2, upToSeq: 5 });
  FakeSocket.last.says(stands);
  expect(asked()).toHaveLength(1);
  FakeSocket.last.says({ type: 'missed' });
  expect(asked()[1]).toEqual({ type: 'resume', conversationId: 'c', afterSeq: 5 });
  session.stop();
});

it('says that a message was noticed while the product is looked at, and only then', async () => {
  const { session } = await connected();
  FakeSocket.last.says({ type: 'new_message', message: seen(3) });
  expect(FakeSocket.last.sent).toEqual([{ type: 'noticed', conversationId: 'c', upToSeq: 3 }]);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }));
  FakeSocket.last.says({ type: 'new_message', message: seen(4) });
  expect(FakeSocket.last.sent).toHaveLength(1);
  session.stop();
});
