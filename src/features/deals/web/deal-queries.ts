import { infiniteQueryOptions, queryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Conversation } from '#features/conversations/contract.ts';
import { useLiveMessage } from '#features/live/web/public.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { DealEndpoints, Deal, SaleQuestion } from '../contract.ts';
import { MAX_BOOKS_OF_DEALS } from '../rules.ts';

const ALL = ['deals'] as const;
const QUESTIONS = [...ALL, 'questions'] as const;
const dealKey = (bookId: string) => [...ALL, 'one', bookId] as const;

export const possibleBuyersQuery = (transport: Transport, bookId: string) =>
  queryOptions({
    queryKey: [...ALL, 'possible-buyers', bookId] as const,
    queryFn: ({ signal }) =>
      apiClient<DealEndpoints>(transport).call(
        'GET /api/books/:id/possible-buyers',
        { params: { id: bookId } },
        { signal },
      ),
    // Who wrote a moment ago belongs to it.
    staleTime: 0,
  });

export const saleQuestionsQuery = (transport: Transport) =>
  queryOptions({
    queryKey: QUESTIONS,
    queryFn: ({ signal }) =>
      apiClient<DealEndpoints>(transport).call('GET /api/users/me/sale-questions', {}, { signal }),
  });

export const boughtQuery = (transport: Transport) =>
  infiniteQueryOptions({
    queryKey: [...ALL, 'bought', 'list'] as const,
    queryFn: ({ pageParam, signal }) =>
      apiClient<DealEndpoints>(transport).page(
        'GET /api/users/me/bought',
        { query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

export const resaleQuestionsQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...ALL, 'resale-questions'] as const,
    queryFn: ({ signal }) =>
      apiClient<DealEndpoints>(transport).call('GET /api/users/me/resale-questions', {}, { signal }),
  });

export const boughtBookQuery = (transport: Transport, id: string) =>
  queryOptions({
    queryKey: [...ALL, 'bought', 'one', id] as const,
    queryFn: ({ signal }) =>
      apiClient<DealEndpoints>(transport).call(
        'GET /api/users/me/bought/:id',
        { params: { id } },
        { signal },
      ),
  });

export const dealQuery = (transport: Transport, bookId: string) =>
  queryOptions({
    queryKey: dealKey(bookId),
    queryFn: () => loadDeal(transport, bookId),
  });

type Batch = { ids: Set<string>; deals: Promise<Deal[]> };
let batch: Batch | null = null;

/** Listings of one screen are requested together, as many as one request may name. */
async function loadDeal(transport: Transport, bookId: string): Promise<Deal | null> {
  if (batch === null || batch.ids.size >= MAX_BOOKS_OF_DEALS) {
    const ids = new Set<string>();
    const deals = Promise.resolve().then(() => {
      if (batch?.ids === ids) batch = null;
      return apiClient<DealEndpoints>(transport).call('GET /api/users/me/deals', {
        query: { bookIds: [...ids].join(',') },
      });
    });
    batch = { ids, deals };
  }
  batch.ids.add(bookId);
  const deals = await batch.deals;
  return deals.find((deal) => deal.bookId === bookId) ?? null;
}

export const invalidateDeals = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ALL });

type Changed = Pick<Conversation, 'bookId' | 'reservation'> & { book: Pick<Conversation['book'], 'state'> };

/** Whether two users have, or had until now, a deal about the listing of a conversation. */
export function isAboutDeal(queries: QueryClient, { bookId, book, reservation }: Changed): boolean {
  if (book.state !== 'active' || reservation !== null) return true;
  const questions = queries.getQueryData<SaleQuestion[]>(QUESTIONS) ?? [];
  return Boolean(queries.getQueryData(dealKey(bookId))) || questions.some((one) => one.bookId === bookId);
}

/** Follows what the other user does, while a page shows deals. */
export function useLiveDeals(): void {
  const queries = useQueryClient();
  useLiveMessage('conversation', ({ conversation }) => {
    if (isAboutDeal(queries, conversation)) void invalidateDeals(queries);
  });
}
