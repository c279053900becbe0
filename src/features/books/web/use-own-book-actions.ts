import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { splitEdition } from '#ui/cover/cover-rules.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { Book, BookEndpoints } from '../contract.ts';
import { invalidateOwnBook } from './invalidate-books.ts';
import { bookQuery } from './book-queries.ts';
import {
  updateListingsOfSeller,
  withBookRestored,
  withBookReplaced,
  withoutBook,
  type BookPages,
} from './listing-cache.ts';

/** A pending action of a seller on a listing. */
export const ownBookMutation = ['books', 'own'] as const;

const tell = (description: string) => toast({ variant: 'destructive', title: 'Error', description });

/**
 * The actions of a seller on a listing. They are optimistic: a failure reverts the change and shows a toast.
 */
export function useOwnBookActions(sellerId: string) {
  const queries = useQueryClient();
  const transport = useTransport();
  const api = createApiClient<BookEndpoints>(transport);

  const show = async (change: (data: BookPages) => BookPages) => {
    // A pending response is older than the optimistic state and would replace it.
    await queries.cancelQueries({ queryKey: ['books', 'of-user', sellerId] });
    updateListingsOfSeller(queries, sellerId, change);
  };
  const settle = (id: string, book?: Book) => {
    if (book !== undefined) queries.setQueryData(bookQuery(transport, id).queryKey, book);
    // Only the last mutation refetches: an earlier response would lack the pending changes.
    if (queries.isMutating({ mutationKey: ownBookMutation }) === 1)
      void invalidateOwnBook(queries, { id, book });
  };

  const sell = useMutation({
    mutationKey: ownBookMutation,
    mutationFn: ({ book, soldAt }: { book: Book; soldAt: string | null }) =>
      api.call('PATCH /api/books/:id', { params: { id: book.id }, body: { isSold: soldAt !== null } }),
    onMutate: ({ book, soldAt }) =>
      show((data) => withBookReplaced(data, { ...book, soldAt, isActive: soldAt === null })),
    onError: async (_error, { book }) => {
      tell('Failed to update listing. Please try again.');
      await show((data) => withBookReplaced(data, book));
    },
    onSuccess: (book) => show((data) => withBookReplaced(data, book)),
    onSettled: (saved, _error, { book }) => settle(book.id, saved),
  });

  const restore = useMutation({
    mutationKey: ownBookMutation,
    mutationFn: (book: Book) => api.call('POST /api/books/:id/restore', { params: { id: book.id } }),
    onMutate: (book) => show((data) => withBookRestored(data, book)),
    onError: async (error, book) => {
      tell(
        error instanceof ApiError && error.status === 409
          ? error.detail
          : 'Failed to bring back the listing.',
      );
      await show((data) => withoutBook(data, book.id));
    },
    onSettled: (restored, _error, book) => settle(book.id, restored),
  });

  const remove = useMutation({
    mutationKey: ownBookMutation,
    mutationFn: (book: Book) => api.call('DELETE /api/books/:id', { params: { id: book.id } }),
    onMutate: (book) => show((data) => withoutBook(data, book.id)),
    onError: async (_error, book) => {
      tell('Failed to delete listing. Please try again.');
      await show((data) => withBookRestored(data, book));
    },
    onSuccess: (_answer, book) => {
      toast({
        title: 'Listing deleted',
        description: splitEdition(book.title).name,
        icon: 'trash',
        action: { label: 'Undo', onAction: () => restore.mutate(book) },
      });
    },
    onSettled: (_answer, _error, book) => settle(book.id),
  });

  return {
    markSold: (book: Book, at: Date) => sell.mutate({ book, soldAt: at.toISOString() }),
    markAvailable: (book: Book) => sell.mutate({ book, soldAt: null }),
    remove: (book: Book) => remove.mutate(book),
  };
}
