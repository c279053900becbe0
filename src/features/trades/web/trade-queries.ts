import { queryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Conversation } from '#features/conversations/contract.ts';
import { useLiveMessage } from '#features/live/web/public.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { pagedQuery } from '#platform/web/paged-query.ts';
import type { TradeEndpoints, TradeSummary, SaleQuestion } from '../contract.ts';
import { MAX_BOOKS_OF_TRADES } from '../rules.ts';

const api = apiClient<TradeEndpoints>;

const ALL = ['trades'] as const;
const QUESTIONS = [...ALL, 'questions'] as const;
const tradeKey = (bookId: string) => [...ALL, 'one', bookId] as const;

export const possibleBuyersQuery = (transport: Transport, bookId: string) =>
  queryOptions({
    queryKey: [...ALL, 'possible-buyers', bookId] as const,
    queryFn: ({ signal }) =>
      api(transport).call('GET /api/books/:id/possible-buyers', { params: { id: bookId } }, { signal }),
    // Who wrote a moment ago belongs to it.
    staleTime: 0,
  });

export const saleQuestionsQuery = (transport: Transport) =>
  queryOptions({
    queryKey: QUESTIONS,
    queryFn: ({ signal }) => api(transport).call('GET /api/users/me/sale-questions', {}, { signal }),
  });

export const boughtQuery = (transport: Transport) =>
  pagedQuery({
    queryKey: [...ALL, 'bought', 'list'] as const,
    fetchPage: (page, options) => api(transport).page('GET /api/users/me/bought', { query: page }, options),
  });

export const resaleQuestionsQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...ALL, 'resale-questions'] as const,
    queryFn: ({ signal }) => api(transport).call('GET /api/users/me/resale-questions', {}, { signal }),
  });

export const boughtBookQuery = (transport: Transport, id: string) =>
  queryOptions({
    queryKey: [...ALL, 'bought', 'one', id] as const,
    queryFn: ({ signal }) =>
      api(transport).call('GET /api/users/me/bought/:id', { params: { id } }, { signal }),
  });

export const tradeQuery = (transport: Transport, bookId: string) =>
  queryOptions({
    queryKey: tradeKey(bookId),
    queryFn: () => loadTrade(transport, bookId),
  });

type Batch = { ids: Set<string>; trades: Promise<TradeSummary[]> };
let batch: Batch | null = null;

/** Listings of one screen are requested together, as many as one request may name. */
async function loadTrade(transport: Transport, bookId: string): Promise<TradeSummary | null> {
  if (batch === null || batch.ids.size >= MAX_BOOKS_OF_TRADES) {
    const ids = new Set<string>();
    const trades = Promise.resolve().then(() => {
      if (batch?.ids === ids) batch = null;
      return api(transport).call('GET /api/users/me/deals', {
        query: { bookIds: [...ids].join(',') },
      });
    });
    batch = { ids, trades };
  }
  batch.ids.add(bookId);
  const trades = await batch.trades;
  return trades.find((trade) => trade.bookId === bookId) ?? null;
}

export const invalidateTrades = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ALL });

type Changed = Pick<Conversation, 'bookId' | 'reservation'> & { book: Pick<Conversation['book'], 'state'> };

/** Whether two users have, or had until now, a trade about the listing of a conversation. */
export function isAboutTrade(queries: QueryClient, { bookId, book, reservation }: Changed): boolean {
  if (book.state !== 'active' || reservation !== null) return true;
  const questions = queries.getQueryData<SaleQuestion[]>(QUESTIONS) ?? [];
  return Boolean(queries.getQueryData(tradeKey(bookId))) || questions.some((one) => one.bookId === bookId);
}

/** Follows what the other user does, while a page shows trades. */
export function useLiveTrades(): void {
  const queries = useQueryClient();
  useLiveMessage('conversation', ({ conversation }) => {
    if (isAboutTrade(queries, conversation)) void invalidateTrades(queries);
  });
}
