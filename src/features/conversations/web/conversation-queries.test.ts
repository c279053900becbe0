import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Message } from '../contract.ts';
import { cacheMessage, cacheReadByOther, flattenMessages, messagesQuery } from './conversation-queries.ts';

test('no request is sent without a conversation id', async () => {
  const asked: string[] = [];
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const query = messagesQuery(async (key) => {
    asked.push(key);
    return { data: [], next: null };
  }, '');
  await expect(queries.fetchInfiniteQuery(query)).rejects.toThrow('Conversation ID required');
  expect(asked).toEqual([]);
});

const messageAt = (seq: number) =>
  ({
    id: `id ${seq}`,
    conversationId: 'talk',
    senderId: 'me',
    clientMessageId: `client ${seq}`,
    content: `line ${seq}`,
    readAt: null,
    seq,
  }) as Message;

/** A conversation whose messages are fetched when `respond` is called, and what its page shows. */
function openConversation() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let respond = (_page: { data: Message[]; next: string | null }) => {};
  const query = messagesQuery(() => new Promise((resolve) => (respond = resolve)), 'talk');
  const shown = () => flattenMessages(queries.getQueryData(query.queryKey));
  return {
    queries,
    shown,
    seqs: () => shown().map(({ seq }) => seq),
    receive: (seq: number) => cacheMessage(queries, messageAt(seq)),
    fetch: async (seqs: number[], { next = null as string | null, meanwhile = () => {} } = {}) => {
      const fetching = queries.fetchInfiniteQuery(query);
      meanwhile();
      respond({ data: seqs.map(messageAt), next });
      await fetching;
    },
  };
}

test('a message is added once, in its order, and stays when a response is older', async () => {
  const { fetch, receive, seqs } = openConversation();
  await fetch([]);
  for (const seq of [2, 1, 2]) receive(seq);
  expect(seqs()).toEqual([1, 2]);
  await fetch([1], { meanwhile: () => receive(3) });
  expect(seqs()).toEqual([1, 2, 3]);
});

test('a message before the fetched ones is added only where no older page exists', async () => {
  const whole = openConversation();
  await whole.fetch([2]);
  whole.receive(1);
  expect(whole.seqs()).toEqual([1, 2]);

  const part = openConversation();
  await part.fetch([51], { next: 'cursor of 50' });
  part.receive(3);
  part.receive(52);
  expect(part.seqs()).toEqual([51, 52]);
});

test('own messages are read up to the read position, and stay read', async () => {
  const { queries, fetch, receive, shown } = openConversation();
  await fetch([1, 2, 3]);
  cacheMessage(queries, { ...messageAt(4), senderId: 'other' });
  cacheReadByOther(queries, { conversationId: 'talk', upToSeq: 2, readAt: 'then' }, 'me');
  receive(1);
  await fetch([1, 2, 3]);
  expect(shown().map(({ readAt }) => readAt)).toEqual(['then', 'then', null, null]);
  cacheReadByOther(queries, { conversationId: 'talk', upToSeq: 4, readAt: 'now' }, 'me');
  expect(shown().map(({ readAt }) => readAt)).toEqual(['then', 'then', 'now', null]);
});
