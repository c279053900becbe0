import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { fetchAgain } from '#platform/web/fetch-again.ts';
import type { Conversation, Message } from '../contract.ts';
import { conversationsQuery } from './conversation-list-query.ts';
import {
  cacheConversation,
  cacheMessageState,
  cacheReadByMe,
  conversationQuery,
  flattenMessages,
  messagesQuery,
  refreshOpenStates,
} from './conversation-queries.ts';

const stateAt = (seq: number): Conversation =>
  ({
    id: 'c',
    bookId: 'b',
    unreadCount: 1,
    lastMessageAt: `2026-11-20T12:00:0${seq}.000Z`,
    lastMessage: { content: '', readAt: null, senderId: 'grace', seq },
    reservation: seq < 2 ? null : { id: 'r', price: 5_400, until: '2026-11-22T12:00:00.000Z' },
  }) as Conversation;

/** Requests that are answered by the test, in any order. */
function createNetwork() {
  const waiting: { respond: (data: unknown) => Promise<void>; signal: AbortSignal | undefined }[] = [];
  const transport: Transport = (_key, _input, options) =>
    new Promise((resolve, reject) => {
      const signal = options?.signal;
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
      const respond = async (data: unknown) => {
        resolve({ data, next: null });
        await settle();
      };
      waiting.push({ respond, signal });
    });
  return { transport, waiting };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openPage(queries: QueryClient, transport: Transport) {
  const options = { ...conversationQuery(transport, 'c'), staleTime: Infinity };
  const shown = new QueryObserver(queries, options);
  shown.subscribe(() => {});
  return () => shown.getCurrentResult().data?.lastMessage?.seq;
}

it('a response that is older than an event does not replace it, and is requested again', async () => {
  const queries = new QueryClient();
  const { transport, waiting } = createNetwork();
  const shown = openPage(queries, transport);
  cacheConversation(queries, stateAt(2));
  expect(shown()).toBe(2);
  await waiting[0]!.respond(stateAt(1));
  expect(shown()).toBe(2);
  expect(waiting).toHaveLength(2);
  await waiting[1]!.respond(stateAt(3));
  expect(shown()).toBe(3);
});

it('so is one of a conversation that no page shows', async () => {
  const queries = new QueryClient();
  const { transport, waiting } = createNetwork();
  queries.setQueryData(conversationQuery(transport, 'c').queryKey, stateAt(1));
  void queries.fetchQuery(conversationQuery(transport, 'c'));
  cacheConversation(queries, stateAt(2));
  await waiting[0]!.respond(stateAt(1));
  await waiting[1]!.respond(stateAt(3));
  expect(queries.getQueryData<Conversation>(['conversations', 'one', 'c'])?.lastMessage?.seq).toBe(3);
});

it('the read mark of an older message keeps what has happened since', () => {
  const queries = new QueryClient();
  cacheConversation(queries, stateAt(1));
  cacheConversation(queries, stateAt(2));
  cacheReadByMe(queries, { conversationId: 'c', seq: 1, readAt: 'then' });
  expect(queries.getQueryData(['conversations', 'one', 'c'])).toEqual({ ...stateAt(2), unreadCount: 0 });
});

it('a read mark does not make a conversation new that is to be fetched again', async () => {
  const queries = new QueryClient();
  const queryKey = ['conversations', 'one', 'c'];
  cacheConversation(queries, stateAt(1));
  await queries.invalidateQueries({ queryKey });
  cacheReadByMe(queries, { conversationId: 'c', seq: 1, readAt: 'then' });
  expect(queries.getQueryState(queryKey)).toMatchObject({ isInvalidated: true });
});

it('the first list is fetched once more when it is older than the events before it', async () => {
  const queries = new QueryClient();
  const { transport, waiting } = createNetwork();
  const list = conversationsQuery(transport);
  const shown = new QueryObserver(queries, { queryKey: list.queryKey });
  void queries.fetchInfiniteQuery(list);
  shown.subscribe(() => {});
  for (const seq of [2, 3]) cacheConversation(queries, stateAt(seq));
  await waiting[0]!.respond([stateAt(1)]);
  expect(waiting).toHaveLength(2);
  cacheConversation(queries, stateAt(3));
  await waiting[1]!.respond([stateAt(3)]);
  expect(waiting).toHaveLength(2);
  expect(queries.getQueryData(list.queryKey)?.pages[0]?.items).toEqual([stateAt(3)]);
});

it('messages that are older than the answer to an offer do not open it again', async () => {
  const queries = new QueryClient();
  const { transport, waiting } = createNetwork();
  const messages = messagesQuery(transport, 'c');
  const offered = (state: string) => ({ id: 'm', conversationId: 'c', seq: 1, offer: { state } }) as Message;
  const shown = () =>
    flattenMessages(queries.getQueryData(messages.queryKey)).map(({ offer }) => offer?.state);
  void queries.fetchInfiniteQuery(messages);
  cacheMessageState(queries, offered('accepted'));
  await waiting[0]!.respond([offered('pending')]);
  await waiting[1]!.respond([offered('accepted')]);
  expect(shown()).toEqual(['accepted']);
  void queries.invalidateQueries({ queryKey: messages.queryKey, refetchType: 'all' });
  cacheMessageState(queries, offered('accepted'));
  await waiting[2]!.respond([offered('pending')]);
  expect(shown()).toEqual(['accepted']);
  await waiting[3]!.respond([offered('accepted')]);
  expect(waiting).toHaveLength(4);
});

it('what the other one answers whether they met shows at once, and is fetched again after a lost connection', async () => {
  const queries = new QueryClient();
  const { transport, waiting } = createNetwork();
  const messages = messagesQuery(transport, 'c');
  const until = new Date(Date.now() + 60_000).toISOString();
  const asked = (answers: object[], isWithdrawn = false) =>
    ({
      id: 'm',
      conversationId: 'c',
      seq: 1,
      question: { answers, replies: [], until, isWithdrawn },
    }) as unknown as Message;
  const shown = () =>
    flattenMessages(queries.getQueryData(messages.queryKey)).map(({ question }) => question?.answers);
  void queries.fetchInfiniteQuery(messages);
  await waiting[0]!.respond([asked([])]);
  const answer = { userId: 'b', met: false };
  cacheMessageState(queries, asked([answer]));
  expect(shown()).toEqual([[answer]]);
  const isOld = () => queries.getQueryState(messages.queryKey)?.isInvalidated;
  expect(isOld()).toBe(false);
  await refreshOpenStates(queries);
  expect(isOld()).toBe(true);
});

it('a first response that is older than an event is fetched again once it is there', async () => {
  const queries = new QueryClient();
  const { transport, waiting } = createNetwork();
  const shown = openPage(queries, transport);
  const fetching = [1, 2].map(() => fetchAgain(queries, ['conversations', 'one', 'c']));
  await waiting[0]!.respond(stateAt(1));
  await waiting[1]!.respond(stateAt(2));
  await Promise.all(fetching);
  expect(shown()).toBe(2);
  expect(waiting).toHaveLength(2);
});
