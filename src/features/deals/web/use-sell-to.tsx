import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Book } from '#features/books/contract.ts';
import { invalidateBooks } from '#features/books/web/public.ts';
import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { showErrorToast } from '#ui/overlays/toast-store.ts';
import type { DealEndpoints, PossibleBuyer } from '../contract.ts';
import { invalidateDeals, possibleBuyersQuery } from './deal-queries.ts';
import { SoldToDialog } from './sold-to-dialog.tsx';

type Sale = { book: Book; buyers: readonly PossibleBuyer[]; sellToNobody: () => void };

const tellFailure = (error: unknown) => showErrorToast(failureText(error));

/**
 * Asks who bought a book that its seller marks as sold. If nobody wrote about it, or without a connection,
 * there is nothing to ask: `sellToNobody` runs at once. If the server refuses to say, nothing is sold.
 */
export function useSellTo(): {
  sell: (book: Book, sellToNobody: () => void) => Promise<void>;
  dialog: ReactNode;
} {
  const queries = useQueryClient();
  const transport = useTransport();
  const [sale, setSale] = useState<Sale | null>(null);
  const close = () => setSale(null);
  const naming = useMutation({
    mutationFn: ({ book, buyerId }: { book: Book; buyerId: string }) =>
      createApiClient<DealEndpoints>(transport).call('POST /api/books/:id/named-sale', {
        params: { id: book.id },
        body: { buyerId },
      }),
    networkMode: 'always',
    onSuccess: close,
    onError: tellFailure,
    onSettled: () => Promise.all([invalidateBooks(queries), invalidateDeals(queries)]),
  });
  const sell = async (book: Book, sellToNobody: () => void) => {
    const asking = {
      ...possibleBuyersQuery(transport, book.id),
      networkMode: 'always',
      retry: false,
    } as const;
    const buyers = await queries.fetchQuery(asking).catch((error: unknown) => {
      if (!(error instanceof ApiError)) return [];
      tellFailure(error);
      return null;
    });
    if (buyers === null) return;
    if (buyers.length === 0) sellToNobody();
    else setSale({ book, buyers, sellToNobody });
  };
  const onSell = (buyerId: string | null) => {
    if (sale === null) return;
    if (buyerId !== null) return naming.mutate({ book: sale.book, buyerId });
    close();
    sale.sellToNobody();
  };
  const dialog = sale && <SoldToDialog {...sale} busy={naming.isPending} onSell={onSell} onClose={close} />;
  return { sell, dialog };
}
