import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type MouseEvent } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '#features/accounts/web/public.ts';
import { client } from '#platform/shared/contract.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { TitleHeader } from '#ui/header.tsx';
import { App, Main } from '#ui/shell.tsx';
import { BOOK_NOT_FOUND } from '#ui/spots.ts';
import { ErrorState, State } from '#ui/state.tsx';
import { toast } from '#ui/toaster.tsx';
import type { Book, BookCalls, BookInput } from '../contract.ts';
import { bookHasChanged } from './book-changes.ts';
import { bookQuery } from './book-queries.ts';
import { tellFailure } from './listing-failure.ts';
import { ListingForm } from './listing-form.tsx';
import { changedFields, sameListing, valuesOf, type ListingProblems } from './listing-values.ts';

const back = '/profile';

/** One's own listing, to be changed. Somebody else's is not there. */
export default function EditListingPage({ params }: { params: Record<string, string> }) {
  const id = params['id'] ?? '';
  const session = useSession();
  const book = useQuery(bookQuery(useTransport(), id));
  const userId = session.status === 'signed-in' ? session.user.id : null;
  if (book.data !== undefined && book.data.sellerId === userId) return <Edited key={id} book={book.data} />;

  const missing =
    book.data !== undefined || (book.error instanceof ApiError && [400, 404].includes(book.error.status));
  return (
    <App>
      <TitleHeader title={missing ? undefined : 'Edit listing'} back={{ href: back }} />
      <Main id="main" middle={missing || book.isError}>
        {book.isPending && <p role="status">Loading book...</p>}
        {missing && (
          <State
            level={1}
            spot={BOOK_NOT_FOUND}
            title="Book not found"
            text="It was deleted, or the link is not complete."
            action={<LinkButton href="/">Back to Home</LinkButton>}
          />
        )}
        {book.isError && !missing && (
          <ErrorState
            title="Failed to fetch book"
            retrying={book.isFetching}
            onRetry={() => void book.refetch()}
          />
        )}
      </Main>
    </App>
  );
}

function Edited({ book }: { book: Book }) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const transport = useTransport();
  // What it was prefilled with: a view counted meanwhile changes nothing under the writer's hands.
  const [before] = useState(() => valuesOf(book));
  const [values, setValues] = useState(before);
  const [leaving, setLeaving] = useState(false);
  const save = useMutation({
    mutationFn: (changes: Partial<BookInput>) =>
      client<BookCalls>(transport).call('PATCH /api/books/:id', { params: { id: book.id }, body: changes }),
  });
  const change = (part: Partial<typeof values>) => setValues((present) => ({ ...present, ...part }));

  const submit = async (input: BookInput): Promise<ListingProblems> => {
    const changes = changedFields(before, values, input);
    try {
      if (Object.keys(changes).length > 0) {
        const saved = await save.mutateAsync(changes);
        void bookHasChanged(queries, { id: saved.id, book: saved });
        toast({ title: 'Saved', description: 'Your listing has been updated.' });
      }
    } catch (error) {
      return tellFailure(error, 'Failed to save your changes. Please try again.', values, change);
    }
    navigate(back, { replace: true });
    return {};
  };
  const close = (event: MouseEvent) => {
    if (sameListing(before, values)) return;
    event.preventDefault();
    setLeaving(true);
  };
  return (
    <>
      <ListingForm
        title="Edit listing"
        submitLabel="Save"
        close={{ href: back, onClick: close }}
        values={values}
        onChange={change}
        onSubmit={submit}
      />
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        title="Leave without saving?"
        text="What you have changed is lost."
        keep="Keep editing"
        confirm="Leave"
        danger
        onConfirm={() => navigate(back)}
      />
    </>
  );
}
