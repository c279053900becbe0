import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { messagesQuery } from './conversation-queries.ts';

test('messages of no conversation in particular are not asked for', async () => {
  const asked: string[] = [];
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const query = messagesQuery(async (key) => {
    asked.push(key);
    return { data: [], next: null };
  }, '');
  await expect(queries.fetchInfiniteQuery(query)).rejects.toThrow('Conversation ID required');
  expect(asked).toEqual([]);
});
