import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsWith, failsUnlessRefused } from '#platform/web/mutations/mutation-failures.ts';
import { useOrderedMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { splitEdition } from '#ui/cover/cover-rules.ts';
import { BROWSER_TIME_LOCALE, formatDate } from '#ui/display/format-time.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
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

const inOrder = { mutationKey: ownBookMutation, scope: { id: ownBookMutation.join() } };

/** The actions of a seller on a listing, optimistic: a failure reverts the change and shows a toast. */
export function useOwnBookActions(sellerId: string) {
  const context = useOptimisticListings(sellerId);
  const sell = useSell(context);
  const renewal = useRenew(context);
  const restore = useRestore(context);
  const remove = useRemove(context, (book, deleted) => restore.mutate({ book, deleted }));
  return {
    markSold: (book: Book, at: Date) => sell.mutate({ book, soldAt: at.toISOString() }),
    markAvailable: (book: Book) => sell.mutate({ book, soldAt: null }),
    renew: (book: Book) => renewal.mutate(book),
    renewingId: renewal.isPending ? renewal.variables.id : null,
    remove,
  };
}

function useOptimisticListings(sellerId: string) {
  const queries = useQueryClient();
  const transport = useTransport();
  return {
    api: apiClient<BookEndpoints>(transport),
    show: async (change: (data: BookPages) => BookPages) => {
      // A pending response is older than the optimistic state and would replace it.
      await queries.cancelQueries({ queryKey: ['books', 'of-user', sellerId] });
      updateListingsOfSeller(queries, sellerId, change);
    },
    /** Updates the listing's own page if it is cached. */
    showOne: (book: Book) => {
      const { queryKey } = bookQuery(transport, book.id);
      if (queries.getQueryData(queryKey) !== undefined) queries.setQueryData(queryKey, book);
    },
    settle: (id: string, book?: Book) => {
      if (book !== undefined) queries.setQueryData(bookQuery(transport, id).queryKey, book);
      // Only the last mutation refetches: an earlier response would lack the pending changes.
      if (queries.isMutating({ mutationKey: ownBookMutation }) === 1)
        void invalidateOwnBook(queries, { id, book });
    },
  };
}

type OptimisticListings = ReturnType<typeof useOptimisticListings>;

const useSell = ({ api, show, showOne, settle }: OptimisticListings) =>
  useOrderedMutation({
    ...inOrder,
    mutationFn: ({ book, soldAt }: { book: Book; soldAt: string | null }) =>
      api.call('PATCH /api/books/:id', { params: { id: book.id }, body: { isSold: soldAt !== null } }),
    onMutate: ({ book, soldAt }) => {
      const sold = { ...book, soldAt, isActive: soldAt === null };
      showOne(sold);
      return show((data) => withBookReplaced(data, sold));
    },
    meta: failsWith(t('books.sold.failed')),
    onError: async (_error, { book }) => {
      showOne(book);
      await show((data) => withBookReplaced(data, book));
    },
    onSuccess: (book) => show((data) => withBookReplaced(data, book)),
    onSettled: (saved, _error, { book }) => settle(book.id, saved),
  });

/** Not optimistic: the server knows how long a listing stays active. */
const useRenew = ({ api, show, settle }: OptimisticListings) =>
  useOrderedMutation({
    ...inOrder,
    mutationFn: (book: Book) => api.call('POST /api/books/:id/renew', { params: { id: book.id } }),
    meta: failsUnlessRefused(t('books.renewed.failed')),
    onSuccess: async (book) => {
      await show((data) => withBookReplaced(data, book));
      toast({
        title: t('books.renewed.title'),
        description: t('books.renewed.text', {
          date: formatDate(new Date(book.expiresAt), BROWSER_TIME_LOCALE),
        }),
      });
    },
    onSettled: (saved, _error, book) => settle(book.id, saved),
  });

const useRestore = ({ api, show, settle }: OptimisticListings) =>
  useOrderedMutation({
    ...inOrder,
    /** `deleted` ends once the server has answered the deletion. */
    mutationFn: async ({ book, deleted }: { book: Book; deleted: Promise<unknown> }) => {
      const isDeleted = await deleted.then(
        () => true,
        () => false,
      );
      return isDeleted ? api.call('POST /api/books/:id/restore', { params: { id: book.id } }) : book;
    },
    onMutate: ({ book }) => show((data) => withBookRestored(data, book)),
    meta: failsUnlessRefused(t('books.deleted.restore-failed')),
    onError: (_error, { book }) => show((data) => withoutBook(data, book.id)),
    onSettled: (restored, _error, { book }) => settle(book.id, restored),
  });

/** Returns the deletion, which offers Undo as soon as the listing leaves the screen. */
function useRemove(
  { api, show, settle }: OptimisticListings,
  restore: (book: Book, deleted: Promise<unknown>) => void,
): (book: Book) => void {
  const { mutateAsync } = useOrderedMutation({
    ...inOrder,
    mutationFn: (book: Book) => api.call('DELETE /api/books/:id', { params: { id: book.id } }),
    onMutate: (book) => show((data) => withoutBook(data, book.id)),
    onError: (_error, book) => show((data) => withBookRestored(data, book)),
    onSettled: (_response, _error, book) => settle(book.id),
  });
  return (book) => {
    let isUndone = false;
    const deleted = mutateAsync(book);
    const offerUndo = () =>
      toast({
        title: t('books.deleted.title'),
        description: splitEdition(book.title).name,
        icon: 'trash',
        action: {
          label: t('books.action.undo'),
          onAction: () => {
            isUndone = true;
            restore(book, deleted);
          },
        },
      });
    // Offline it waits for the connection, and is not deleted yet.
    const isSent = onlineManager.isOnline();
    if (isSent) offerUndo();
    void deleted.then(
      () => isSent || offerUndo(),
      () => isUndone || showErrorToast(t('books.delete.failed'), t('books.error.title')),
    );
  };
}
