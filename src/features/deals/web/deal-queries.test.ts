import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { MAX_BOOKS_OF_DEALS } from '../rules.ts';
import { dealQuery } from './deal-queries.ts';

it('a screen with more listings than one request may name sends several', async () => {
  const sizes: number[] = [];
  const transport: Transport = async (_key, { query }) => {
    sizes.push((query as { bookIds: string }).bookIds.split(',').length);
    return { data: [], next: null };
  };
  const queries = new QueryClient();
  const ids = Array.from({ length: MAX_BOOKS_OF_DEALS * 2 + 1 }, (_, n) => `book-${n}`);
  await Promise.all(ids.map((id) => queries.fetchQuery(dealQuery(transport, id))));
  expect(sizes).toEqual([MAX_BOOKS_OF_DEALS, MAX_BOOKS_OF_DEALS, 1]);
});
