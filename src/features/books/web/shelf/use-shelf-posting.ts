import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useIsLeft } from '#platform/web/navigation/use-is-left.ts';
import { useNow } from '#platform/web/now.tsx';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { t } from '#platform/shared/texts/t.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { ItemPhotos } from '#features/photos/web/lazy.ts';
import type { Book, BookEndpoints } from '../../contract.ts';
import { invalidateOwnBook } from '../invalidate-books.ts';
import { isWaiting } from '../hidden/is-waiting.ts';
import { showNewBook } from '../listing-cache.ts';
import { postShelf } from './post-shelf.ts';
import { listedText } from './shelf-notes.tsx';
import type { ShelfState, ShelfStore } from './shelf-store.ts';

const allowanceQuery = (transport: Transport, ownerId: string) => ({
  queryKey: ['books', 'allowance', ownerId] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    apiClient<BookEndpoints>(transport).call('GET /api/books/allowance', undefined, { signal }),
  // The server decides; this only tells before.
  staleTime: 0,
  retry: false,
});

type PostingOptions = {
  ownerId: string;
  photos: ItemPhotos;
  /** Called after the last book of the shelf was listed, while the page is still there. */
  afterPost: () => void;
};

/** Posts the rows, as many as may be listed now. It goes on when the page is left. */
export function useShelfPosting(store: ShelfStore, { rows, posting }: ShelfState, options: PostingOptions) {
  const { ownerId, photos, afterPost } = options;
  const transport = useTransport();
  const queries = useQueryClient();
  const now = useNow();
  const isLeft = useIsLeft();
  const { data: allowance } = useQuery(allowanceQuery(transport, ownerId));
  const room = allowance && Math.min(allowance.today, allowance.places);
  const count = Math.min(rows.length, room ?? rows.length);
  const post = async (): Promise<void> => {
    if (posting !== null || count === 0) return;
    // The oldest first.
    const ids = rows
      .map(({ id }) => id)
      .toReversed()
      .slice(0, count);
    let last: Book | null = null;
    const posted = await postShelf(store, ids, {
      send: (input) =>
        apiClient<BookEndpoints>(transport).call('POST /api/books', { body: input }, { keepalive: true }),
      photoOf: photos.settled,
      onListed: (book) => {
        last = book;
        if (!isWaiting(book)) showNewBook(queries, book, now);
      },
    });
    if (!store.isOwner()) return;
    void queries.invalidateQueries({ queryKey: allowanceQuery(transport, ownerId).queryKey });
    // One for all: lists are fetched again once.
    if (last !== null) await invalidateOwnBook(queries, { id: (last as Book).id, book: last });
    if (!isLeft()) {
      if (posted.listed > 0 && store.read().rows.length === 0) afterPost();
      return;
    }
    const failed = posted.failed > 0;
    toast({
      ...(failed && { variant: 'destructive' }),
      title: failed ? t('books.shelf.failed', { count: posted.failed }) : listedText(posted),
    });
  };
  return {
    post,
    /** How many are posted with the next tap. */
    count,
    /** What may be listed, if that is fewer than the rows; null: all of them. */
    limit:
      allowance !== undefined && room! < rows.length
        ? { room: room!, isOfToday: allowance.today <= allowance.places }
        : null,
  };
}
