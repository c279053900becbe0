import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { storePendingIntent, useSession } from '#features/accounts/web/public.ts';
import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { WantedEndpoints } from '../contract.ts';
import { booksToAdd, FULL_LIST_TEXT } from '../rules.ts';
import { wantedQuery } from './wanted-queries.ts';

type MissingBook = { isbn: string; title: string };

/** Adds books that are not listed; signed out, sign-in comes first and returns to the page. */
function useAddBooks() {
  const session = useSession();
  const [path, navigate] = useLocation();
  const transport = useTransport();
  const queries = useQueryClient();
  const adding = useMutation({
    mutationFn: async (books: readonly MissingBook[]) => {
      const api = createApiClient<WantedEndpoints>(transport);
      const entries = await api.call('GET /api/wanted', {});
      const known = new Set(entries.map(({ isbn }) => isbn));
      const added = booksToAdd(books, entries);
      for (const { isbn } of added) await api.call('POST /api/wanted', { body: { isbn } });
      const listed = books.filter(({ isbn }) => known.has(isbn)).length + added.length;
      return books.length - listed;
    },
    onSuccess: (rest, books) => {
      if (rest === books.length) {
        toast({ variant: 'destructive', title: 'Not added to Wanted', description: FULL_LIST_TEXT });
        return;
      }
      if (rest === 0) return;
      toast({ title: `Added ${books.length - rest} of ${books.length}`, description: FULL_LIST_TEXT });
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Not added to Wanted', description: failureText(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['wanted'] }),
  });
  const add = (books: readonly MissingBook[]) => {
    if (session.status === 'signed-in') {
      adding.mutate(books);
    } else if (session.status === 'signed-out') {
      storePendingIntent({ kind: 'route', path });
      navigate('/sign-in');
    }
  };
  const userId = session.status === 'signed-in' ? session.user.id : null;
  const { data: entries = [] } = useQuery({
    ...wantedQuery(transport, userId ?? ''),
    enabled: userId !== null,
  });
  const wanted = new Set(entries.map(({ isbn }) => isbn));
  const findUnwanted = (books: readonly MissingBook[]) => books.filter(({ isbn }) => !wanted.has(isbn));
  return { add, findUnwanted, isAdding: adding.isPending };
}

/** 'Add to wanted', beside a book of which no copy is listed. */
export function AddToWanted(book: MissingBook) {
  const { add, findUnwanted, isAdding } = useAddBooks();
  if (findUnwanted([book]).length === 0) return <AddedNote />;
  return (
    <Button
      variant="text"
      size="slim"
      icon="plus"
      busy={isAdding}
      aria-label={`Add to wanted: ${book.title}`}
      onClick={() => add([book])}
    >
      Add to wanted
    </Button>
  );
}

/** 'Add all missing books to wanted', below a list. */
export function AddMissingToWanted({ books }: { books: readonly MissingBook[] }) {
  const { add, findUnwanted, isAdding } = useAddBooks();
  const unwanted = findUnwanted(books);
  if (unwanted.length === 0) return null;
  return (
    <>
      <Button wide size="tall" icon="bell" busy={isAdding} onClick={() => add(unwanted)}>
        Add all missing books to wanted
      </Button>
      <p className="tiny soft center">
        {unwanted.length === 1 ? '1 book' : `${unwanted.length} books`}. We tell you as soon as one is listed.
      </p>
    </>
  );
}

const AddedNote = () => (
  <span className="small soft" role="status">
    <Link href="/favorites?tab=wanted">In Wanted</Link>
  </span>
);
