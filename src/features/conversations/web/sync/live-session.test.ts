import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import type { Message } from '#features/conversations/contract.ts';
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

const unasked: Transport = () => Promise.reject(new Error('nothing is asked here'));

/** A connected session that has two messages of two conversations and shows one of them. */
async function connected(transport = unasked) {
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
      lastKnownUser: () => null,
      onTokenRejected: () => {},
    },
    transport,
  });
  await vi.advanceTimersByTimeAsync(0);
  FakeSocket.last.dispatchEvent(new Event('open'));
  await vi.advanceTimersByTimeAsync(0);
  FakeSocket.last.says({ type: 'auth_success' });
  session.watch('c');
  FakeSocket.last.sent.length = 0;
  return { session, queries, store, told };
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

type Sent = { type: string; content: string; clientMessageId: string };
const sentMessages = () => (FakeSocket.last.sent as Sent[]).filter(({ type }) => type === 'send_message');
const refuse = ({ clientMessageId }: Sent, code: string) =>
  FakeSocket.last.says({ type: 'error', message: 'No', code, conversationId: 'c', clientMessageId });
const confirm = ({ content, clientMessageId }: Sent, seq: number) =>
  FakeSocket.last.says({
    type: 'new_message',
    message: { ...seen(seq), senderId: 'maya', content, clientMessageId },
  });

it('sends again by itself, in order, what the server could not take at that moment', async () => {
  const { session, store } = await connected();
  const states = () => store.current().outgoing.map(({ content, state }) => `${content} ${state}`);
  session.send({ conversationId: 'c' }, 'first');
  await vi.advanceTimersByTimeAsync(0);
  session.send({ conversationId: 'c' }, 'second');
  refuse(sentMessages()[0]!, 'service-unavailable');
  await vi.advanceTimersByTimeAsync(999);
  expect(sentMessages().map(({ content }) => content)).toEqual(['first']);
  expect(states()).toEqual(['first sending', 'second sending']);
  await vi.advanceTimersByTimeAsync(1);
  refuse(sentMessages()[1]!, 'too-many-requests');
  await vi.advanceTimersByTimeAsync(2_000);
  const [one, two, three] = sentMessages();
  expect([one, two, three].map((sent) => sent?.content)).toEqual(['first', 'first', 'first']);
  expect(new Set([one, two, three].map((sent) => sent?.clientMessageId)).size).toBe(1);
  confirm(three!, 3);
  await vi.advanceTimersByTimeAsync(0);
  expect(sentMessages()[3]).toMatchObject({ content: 'second' });
  confirm(sentMessages()[3]!, 4);
  await vi.advanceTimersByTimeAsync(0);
  expect(states()).toEqual([]);
  session.stop();
});

it('leaves what was refused for another reason to the person', async () => {
  const { session, store } = await connected();
  session.send({ conversationId: 'c' }, 'first');
  await vi.advanceTimersByTimeAsync(0);
  refuse(sentMessages()[0]!, 'you-blocked');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sentMessages()).toHaveLength(1);
  expect(store.current().outgoing).toMatchObject([{ content: 'first', state: 'failed' }]);
  session.stop();
});

const apiError = (status: number, retryAfter: number | null = null) =>
  new ApiError(status, { code: '', detail: '' }, retryAfter);

it.each([
  ['503', apiError(503, 2), 2_000],
  ['429', apiError(429, 4), 4_000],
  ['a proxy', apiError(502), 1_000],
])('sends again over HTTP what was answered with %s', async (_, error, waitMs) => {
  let calls = 0;
  const { session, store } = await connected(async (_key, { body }) => {
    calls += 1;
    if (calls === 1) throw error;
    return { data: { ...seen(3), ...(body as object), senderId: 'maya' }, next: null };
  });
  FakeSocket.last.readyState = 3;
  session.send({ conversationId: 'c' }, 'first');
  await vi.advanceTimersByTimeAsync(waitMs - 1);
  expect([calls, store.current().outgoing.map(({ state }) => state)]).toEqual([1, ['sending']]);
  await vi.advanceTimersByTimeAsync(1);
  expect([calls, store.current().outgoing]).toEqual([2, []]);
  session.stop();
});

it.each([
  ['a mistake', apiError(400), 'failed'],
  ['an error of ours', apiError(500), 'failed'],
  ['a wait of hours', apiError(429, 7_200), 'failed'],
  // The token could not be renewed: whether the session has ended is for the session to say.
  ['a missing token', apiError(401), 'sending'],
])('after %s over HTTP, a message is not sent again at once', async (_, error, state) => {
  const { session, store } = await connected(() => Promise.reject(error));
  FakeSocket.last.readyState = 3;
  session.send({ conversationId: 'c' }, 'first');
  await vi.advanceTimersByTimeAsync(0);
  expect(store.current().outgoing).toMatchObject([{ content: 'first', state }]);
  session.stop();
});

it('catches up again after a moment when the server could not answer', async () => {
  const { session } = await connected();
  const error = { type: 'error', message: 'No', code: 'service-unavailable', conversationId: 'c' };
  FakeSocket.last.says(error);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(FakeSocket.last.sent).toEqual([{ type: 'resume', conversationId: 'c', afterSeq: 2 }]);
  session.stop();
});

it('adds to the fetched messages what was received before they came', async () => {
  const { session, queries } = await connected();
  const key = ['conversations', 'messages', 'new'];
  const first = { ...seen(1), conversationId: 'new', senderId: 'maya' };
  FakeSocket.last.says({ type: 'new_message', message: first });
  queries.setQueryData(key, { pages: [{ items: [], next: null }], pageParams: [null] });
  session.watch('new');
  session.fetched('new');
  expect(queries.getQueryData(key)).toMatchObject({ pages: [{ items: [first] }] });
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
