import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Book } from '#features/books/contract.ts';
import { invalidateOwnBook } from '#features/books/web/public.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { failsAs } from '#platform/web/mutation-failures.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useNow } from '#platform/web/now.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import type { TradeEndpoints, TradeSummary, NamedSale, PossibleBuyer } from '../../contract.ts';
import { tradeQuery, invalidateTrades, possibleBuyersQuery } from '../trade-queries.ts';
import { SoldToDialog } from './sold-to-dialog.tsx';

type Sale = { book: Book; buyers: readonly PossibleBuyer[]; markAsSold: () => void };

/**
 * Asks who bought a book that its seller marks as sold. If nobody wrote about it, or without a connection,
 * there is nothing to ask: `markAsSold` runs at once. If the server refuses to say, nothing is sold.
 */
export function useSellTo(): {
  sell: (book: Book, markAsSold: () => void) => Promise<void>;
  dialog: ReactNode;
} {
  const queries = useQueryClient();
  const transport = useTransport();
  const now = useNow();
  const [sale, setSale] = useState<Sale | null>(null);
  const close = () => setSale(null);
  const naming = useMutation({
    mutationFn: ({ book, buyerId }: { book: Book; buyerId: string }) =>
      apiClient<TradeEndpoints>(transport).call('POST /api/books/:id/named-sale', {
        params: { id: book.id },
        body: { buyerId },
      }),
    networkMode: 'always',
    onSuccess: (named) => {
      if (sale !== null) showSold(queries, transport, { ...sale, named, at: now.toISOString() });
      close();
    },
    meta: failsAs('Something went wrong'),
    onSettled: () => invalidateTrades(queries),
  });
  const sell = async (book: Book, markAsSold: () => void) => {
    const asking = {
      ...possibleBuyersQuery(transport, book.id),
      networkMode: 'always',
      retry: false,
    } as const;
    const buyers = await queries.fetchQuery(asking).catch((error: unknown) => {
      if (!(error instanceof ApiError)) return [];
      showErrorToast(failureText(error));
      return null;
    });
    if (buyers === null) return;
    if (buyers.length === 0) markAsSold();
    else setSale({ book, buyers, markAsSold });
  };
  const onSell = async (buyerId: string | null) => {
    if (sale === null) return;
    if (buyerId !== null) return naming.mutateAsync({ book: sale.book, buyerId });
    close();
    sale.markAsSold();
  };
  const dialog = sale && <SoldToDialog {...sale} onSell={onSell} onClose={close} />;
  return { sell, dialog };
}

type Sold = Pick<Sale, 'book' | 'buyers'> & { named: NamedSale; at: string };

/** Updates the cached listing and its trade at once, because a refetch may take a while. */
function showSold(queries: QueryClient, transport: Transport, { book, buyers, named, at }: Sold): void {
  const { id, buyerId, price, state } = named;
  const buyer = buyers.find((one) => one.id === buyerId);
  const trade: TradeSummary = {
    bookId: book.id,
    side: 'seller',
    other: buyer ? { id: buyerId, name: buyer.name } : null,
    conversationId: null,
    reservation: null,
    sale: { id, state, price, at },
  };
  queries.setQueryData(tradeQuery(transport, book.id).queryKey, trade);
  void invalidateOwnBook(queries, { id: book.id, book: { ...book, soldAt: at, isActive: false } });
}
