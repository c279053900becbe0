import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Message } from '../contract.ts';
import { hasFirstMessage, flattenMessages, messagesQuery, cacheMessage } from './conversation-queries.ts';
import { addReceived, toMessageViews } from './sync/merge-messages.ts';

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
  let received: readonly Message[] = [];
  let respond = (_page: { data: Message[]; next: string | null }) => {};
  const query = messagesQuery(() => new Promise((resolve) => (respond = resolve)), 'talk');
  const fetching = queries.fetchInfiniteQuery(query);
  return {
    receive(seq: number) {
      received = addReceived(received, messageAt(seq));
      cacheMessage(queries, messageAt(seq));
    },
    async fetch(seqs: number[], next: string | null = null) {
      respond({ data: seqs.map(messageAt), next });
      await fetching;
    },
    fetched: () => flattenMessages(queries.getQueryData(query.queryKey)).map(({ seq }) => seq),
    lines() {
      const data = queries.getQueryData(query.queryKey);
      const log = { fetched: flattenMessages(data), hasFirst: hasFirstMessage(data), received };
      return toMessageViews({ ...log, outgoing: [], myId: 'me' }).map(({ content }) => content);
    },
  };
}

test('a first message stays when the fetched page is older', async () => {
  const conversation = openConversation();
  conversation.receive(1);
  expect(conversation.lines()).toEqual(['line 1']);
  await conversation.fetch([]);
  expect(conversation.lines()).toEqual(['line 1']);
  conversation.receive(2);
  expect(conversation.lines()).toEqual(['line 1', 'line 2']);
});

test('a message before the fetched ones is added only where no older page exists', async () => {
  const whole = openConversation();
  await whole.fetch([2]);
  whole.receive(1);
  expect(whole.fetched()).toEqual([1, 2]);

  const part = openConversation();
  await part.fetch([51], 'cursor of 50');
  part.receive(3);
  part.receive(52);
  expect(part.fetched()).toEqual([51, 52]);
  expect(part.lines()).toEqual(['line 51', 'line 52']);
});
