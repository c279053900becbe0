import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { MAX_BOOKS_OF_TRADES } from '../rules.ts';
import { tradeQuery, isAboutTrade } from './trade-queries.ts';

it('a screen with more listings than one request may name sends several', async () => {
  const sizes: number[] = [];
  const transport: Transport = async (_key, { query }) => {
    sizes.push((query as { bookIds: string }).bookIds.split(',').length);
    return { data: [], next: null };
  };
  const queries = new QueryClient();
  const ids = Array.from({ length: MAX_BOOKS_OF_TRADES * 2 + 1 }, (_, n) => `book-${n}`);
  await Promise.all(ids.map((id) => queries.fetchQuery(tradeQuery(transport, id))));
  expect(sizes).toEqual([MAX_BOOKS_OF_TRADES, MAX_BOOKS_OF_TRADES, 1]);
});

it('a message about an available listing changes no trade, unless there was one', () => {
  const queries = new QueryClient();
  const transport: Transport = () => Promise.reject(new Error('offline'));
  const about = (bookId: string, state: 'active' | 'sold' | 'gone') =>
    isAboutTrade(queries, { bookId, book: { state }, reservation: null });
  expect(about('sold', 'sold')).toBe(true);
  expect(about('gone', 'gone')).toBe(true);
  expect(about('one', 'active')).toBe(false);
  queries.setQueryData(tradeQuery(transport, 'one').queryKey, null);
  expect(about('one', 'active')).toBe(false);
  queries.setQueryData(['trades', 'one', 'reserved'], { side: 'seller' });
  expect(about('reserved', 'active')).toBe(true);
  queries.setQueryData(['trades', 'questions'], [{ bookId: 'asked' }]);
  expect(about('asked', 'active')).toBe(true);
});
