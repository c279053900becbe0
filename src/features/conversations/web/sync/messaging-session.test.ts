import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import type { Message } from '../../contract.ts';
import { startLiveSession } from '#features/live/web/lazy.ts';
import { LiveStore } from '#features/live/web/live-store.ts';
import { flattenMessages, messagesQuery } from '../conversation-queries.ts';
import { createMessaging } from './messaging-session.ts';
import { openOutbox, outgoingMessages } from './outbox.ts';
import { fakeTokens, FakeWebSocket, stubPageWithSocket } from '#tests/support/fakes/fake-web-socket.ts';

beforeEach(() => {
  vi.useFakeTimers();
  stubPageWithSocket();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const message = (seq: number) =>
  ({ id: `m${seq}`, conversationId: 'c', seq, clientMessageId: `k${seq}` }) as Message;

const unexpected: Transport = () => Promise.reject(new Error('no request is expected here'));

/** A connected session that has two messages of two conversations and shows one of them. */
async function connected(
  transport = unexpected,
  beforeConnecting: (queries: QueryClient) => void = () => {},
) {
  const live = new LiveStore();
  live.setUser('maya');
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const page = { items: [message(1), message(2)], next: null };
  for (const id of ['c', 'other'])
    queries.setQueryData(['conversations', 'messages', id], { pages: [page], pageParams: [null] });
  queries.setQueryData(['conversations', 'one', 'c'], { id: 'c' });
  beforeConnecting(queries);
  const options = { live, queries, transport, tokens: fakeTokens, userId: 'maya' };
  const { stop } = startLiveSession(options, [
    createMessaging({ send: async () => {}, onRefused: () => {} }),
  ]);
  await openSocket();
  show(queries, transport, 'c');
  FakeWebSocket.last.sent.length = 0;
  const write = (content: string) =>
    openOutbox(queries, 'maya').add(
      { conversationId: 'c', bookId: 'b', buyerId: 'maya', sellerId: 's' },
      content,
    );
  const states = () =>
    outgoingMessages(queries).flatMap(({ content, delivery }) =>
      delivery === 'sent' ? [] : [`${content} ${delivery}`],
    );
  return { queries, live, stop, write, states };
}

/** A page that shows a conversation. */
const show = (queries: QueryClient, transport: Transport, id: string) =>
  new InfiniteQueryObserver(queries, { ...messagesQuery(transport, id), staleTime: Infinity }).subscribe(
    () => {},
  );

async function openSocket(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  FakeWebSocket.last.dispatchEvent(new Event('open'));
  await vi.advanceTimersByTimeAsync(0);
  FakeWebSocket.last.says({ type: 'auth_success' });
}

it('fetches again what it shows after a missed event', async () => {
  const { queries, stop } = await connected();

  FakeWebSocket.last.says({ type: 'missed' });

  expect(FakeWebSocket.last.sent).toEqual([{ type: 'resume', conversationId: 'c', afterSeq: 2 }]);
  expect(queries.getQueryData(['conversations', 'messages', 'other'])).toBeUndefined();
  expect(queries.getQueryState(['conversations', 'one', 'c'])).toMatchObject({ isInvalidated: true });
  stop();
});

it.each(['too-many-requests', 'service-unavailable'])('resumes again, once, after %s', async (code) => {
  const { stop } = await connected();
  const refusal = { type: 'error', message: 'Slower', code, conversationId: 'c' };
  for (let n = 0; n < 3; n += 1) FakeWebSocket.last.says(refusal);
  expect(FakeWebSocket.last.sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(FakeWebSocket.last.sent).toEqual([{ type: 'resume', conversationId: 'c', afterSeq: 2 }]);
  FakeWebSocket.last.says(refusal);
  stop();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(FakeWebSocket.last.sent).toHaveLength(1);
});

it('resumes once for missing messages, also when a withheld message leaves a gap', async () => {
  const { stop } = await connected();
  const stands = { type: 'conversation', conversation: { id: 'c', lastMessage: { seq: 5 } } };
  const asked = () => FakeWebSocket.last.sent.filter(({ type }) => type === 'resume');
  FakeWebSocket.last.says({ type: 'new_message', message: message(5) });
  FakeWebSocket.last.says(stands);
  expect(asked()).toEqual([{ type: 'resume', conversationId: 'c', afterSeq: 2 }]);
  FakeWebSocket.last.says({ type: 'new_message', message: message(5) });
  FakeWebSocket.last.says({ type: 'resumed', conversationId: 'c', afterSeq: 2, upToSeq: 5 });
  FakeWebSocket.last.says(stands);
  expect(asked()).toHaveLength(1);
  FakeWebSocket.last.says({ type: 'missed' });
  expect(asked()[1]).toEqual({ type: 'resume', conversationId: 'c', afterSeq: 5 });
  stop();
});

type Sent = { type: string; content: string; clientMessageId: string };
const sentMessages = () => (FakeWebSocket.last.sent as Sent[]).filter(({ type }) => type === 'send_message');
const refuse = ({ clientMessageId }: Sent, code: string) =>
  FakeWebSocket.last.says({ type: 'error', message: 'No', code, conversationId: 'c', clientMessageId });
const confirm = ({ content, clientMessageId }: Sent, seq: number) =>
  FakeWebSocket.last.says({
    type: 'new_message',
    message: { ...message(seq), senderId: 'maya', content, clientMessageId },
  });

it('sends temporarily refused messages again, in their order', async () => {
  const { write, states, stop } = await connected();
  write('first');
  await vi.advanceTimersByTimeAsync(0);
  write('second');
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
  stop();
});

it('does not send a message again that was refused for another reason', async () => {
  const { write, states, stop } = await connected();
  write('first');
  await vi.advanceTimersByTimeAsync(0);
  refuse(sentMessages()[0]!, 'recipient-blocked-by-you');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sentMessages()).toHaveLength(1);
  expect(states()).toEqual(['first failed']);
  stop();
});

const apiError = (status: number, retryAfter: number | null = null) =>
  new ApiError(status, { code: '', detail: '' }, retryAfter);

it.each([
  ['503', apiError(503, 2), 2_000],
  ['429', apiError(429, 4), 4_000],
  ['a proxy', apiError(502), 1_000],
])('sends a message again over HTTP after a response of %s', async (_, error, waitMs) => {
  let calls = 0;
  const { write, states, stop } = await connected(async (_key, { body }) => {
    calls += 1;
    if (calls === 1) throw error;
    return { data: { ...message(3), ...(body as object), senderId: 'maya' }, next: null };
  });
  FakeWebSocket.last.readyState = 3;
  write('first');
  await vi.advanceTimersByTimeAsync(waitMs - 1);
  expect([calls, states()]).toEqual([1, ['first sending']]);
  await vi.advanceTimersByTimeAsync(1);
  expect([calls, states()]).toEqual([2, []]);
  stop();
});

it.each([
  ['invalid input', apiError(400), 'failed'],
  ['an internal error', apiError(500), 'failed'],
  ['a pause of hours', apiError(429, 7_200), 'failed'],
  // The token could not be renewed, which does not mean that the session has ended.
  ['a missing token', apiError(401), 'sending'],
])('does not send a message again at once after %s over HTTP', async (_, error, state) => {
  const { write, states, stop } = await connected(() => Promise.reject(error));
  FakeWebSocket.last.readyState = 3;
  write('first');
  await vi.advanceTimersByTimeAsync(0);
  expect(states()).toEqual([`first ${state}`]);
  stop();
});

it('requests what arrived before the first response, which may be older', async () => {
  let respond = (_messages: Message[]) => {};
  const transport: Transport = () =>
    new Promise((resolve) => (respond = (data) => resolve({ data, next: null })));
  const { queries, stop } = await connected(transport);
  show(queries, transport, 'new');
  FakeWebSocket.last.says({ type: 'new_message', message: { ...message(1), conversationId: 'new' } });
  expect(FakeWebSocket.last.sent).toEqual([]);
  respond([]);
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeWebSocket.last.sent).toEqual([{ type: 'resume', conversationId: 'new', afterSeq: 0 }]);
  stop();
});

it('continues with the next message when another tab has sent the paused one', async () => {
  const { write, states, stop } = await connected();
  const id = write('first');
  await vi.advanceTimersByTimeAsync(0);
  refuse(sentMessages()[0]!, 'service-unavailable');
  write('second');
  await vi.advanceTimersByTimeAsync(500);
  expect(sentMessages()).toHaveLength(1);
  confirm({ type: '', content: 'first', clientMessageId: id }, 3);
  await vi.advanceTimersByTimeAsync(0);
  expect(sentMessages().at(-1)).toMatchObject({ content: 'second' });
  expect(states()).toEqual(['second sending']);
  stop();
});

it('sends the messages behind a first one into the conversation that it has opened, in their order', async () => {
  const calls: string[] = [];
  const { queries, stop } = await connected(async (key) => {
    calls.push(key);
    if (!key.startsWith('POST')) throw new Error('offline');
    return { data: { id: 'opened', bookId: 'b2', lastMessage: null }, next: null };
  });
  const target = { bookId: 'b2', buyerId: 'maya', sellerId: 's' };
  const outbox = openOutbox(queries, 'maya');
  for (const text of ['one', 'two']) outbox.add(target, text);
  await vi.advanceTimersByTimeAsync(0);
  outbox.add({ ...target, conversationId: 'opened' }, 'three');
  for (const seq of [1, 2, 3]) {
    expect(sentMessages()).toHaveLength(seq);
    confirm(sentMessages().at(-1)!, seq);
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(sentMessages().map(({ content }) => content)).toEqual(['one', 'two', 'three']);
  expect(calls.filter((key) => key === 'POST /api/conversations')).toHaveLength(1);
  stop();
});

it('fetches an offer again that was pending when its messages were requested, before the connection', async () => {
  const responses: ((state: string) => Promise<unknown>)[] = [];
  const transport: Transport = () =>
    new Promise((resolve) => {
      responses.push((state) => {
        const offered = { ...message(1), conversationId: 'new', offer: { state } };
        resolve({ data: [offered], next: null });
        return vi.advanceTimersByTimeAsync(0);
      });
    });
  const shown: (string | undefined)[] = [];
  const { stop } = await connected(transport, (queries) => {
    const observer = new InfiniteQueryObserver(queries, messagesQuery(transport, 'new'));
    observer.subscribe(({ data }) => {
      if (data) shown.push(flattenMessages(data)[0]?.offer?.state);
    });
  });
  await responses[0]!('pending');
  await responses[1]!('accepted');
  expect([shown.at(-1), responses.length]).toEqual(['accepted', 2]);
  stop();
});
