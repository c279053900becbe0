import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type MouseEvent } from 'react';
import { useLocation } from 'wouter';
import { useKnownPerson } from '#features/accounts/web/parts.ts';
import { client } from '#platform/shared/contract.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { TitleHeader } from '#ui/header.tsx';
import { App, Main } from '#ui/shell.tsx';
import { BOOK_NOT_FOUND } from '#ui/page-spots.ts';
import { ErrorState, State } from '#ui/state.tsx';
import { toast } from '#ui/toaster.tsx';
import type { Book, BookCalls, BookInput } from '../contract.ts';
import { bookHasChanged } from './book-changes.ts';
import { bookQuery, noBook } from './book-queries.ts';
import { tellFailure } from './listing-failure.ts';
import { ListingForm, type ListingFormProps } from './listing-form.tsx';
import { changedFields, sameListing, type ListingProblems } from './listing-values.ts';
import { useEditDraft, type EditDraft } from './use-edit-draft.ts';
import { useLeftSignal } from './use-left-signal.ts';

const back = '/profile';

/** One's own listing, to be changed. Somebody else's is not there. */
export default function EditListingPage({ params }: { params: Record<string, string> }) {
  const id = params['id'] ?? '';
  const who = useKnownPerson();
  const book = useQuery(bookQuery(useTransport(), id));
  const userId = who.myId;
  if (book.data && book.data.sellerId === userId)
    return <Edited key={id} book={book.data} ownerId={userId} />;

  const missing =
    (userId !== null && book.data !== undefined) ||
    book.data === noBook ||
    (book.error instanceof ApiError && [400, 404].includes(book.error.status));
  const failed = !missing && (book.isError || who.isLate);
  return (
    <App>
      <TitleHeader title={missing ? undefined : 'Edit listing'} back={{ href: back }} />
      <Main id="main" middle={missing || failed}>
        {!missing && !failed && <p role="status">Loading book...</p>}
        {missing && (
          <State
            level={1}
            spot={BOOK_NOT_FOUND}
            title="Book not found"
            text="It was deleted, or the link is not complete."
            action={<LinkButton href="/">Back to Home</LinkButton>}
          />
        )}
        {failed && (
          <ErrorState
            title="Failed to fetch book"
            retrying={book.isFetching || who.isAsking}
            onRetry={() => {
              if (userId === null) who.ask();
              if (book.isError) void book.refetch();
            }}
          />
        )}
      </Main>
    </App>
  );
}

function Edited({ book, ownerId }: { book: Book; ownerId: string }) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const transport = useTransport();
  const draft = useEditDraft(ownerId, book);
  const { before, values } = draft;
  const [leaving, setLeaving] = useState(false);
  const leftSignal = useLeftSignal();
  const save = useMutation({
    mutationFn: ({ changes, signal }: { changes: Partial<BookInput>; signal: AbortSignal }) =>
      client<BookCalls>(transport).call(
        'PATCH /api/books/:id',
        { params: { id: book.id }, body: changes },
        { signal },
      ),
  });

  const submit = async (input: BookInput): Promise<ListingProblems> => {
    const changes = changedFields(before, values, input);
    const signal = leftSignal();
    try {
      if (Object.keys(changes).length > 0) {
        const saved = await save.mutateAsync({ changes, signal });
        draft.finish();
        void bookHasChanged(queries, { id: saved.id, book: saved });
        toast({ title: 'Saved', description: 'Your listing has been updated.' });
      }
    } catch (error) {
      if (signal.aborted) return {};
      return tellFailure(error, 'Failed to save your changes. Please try again.', values, draft.change);
    }
    navigate(back, { replace: true });
    return {};
  };
  const close = (event: MouseEvent) => {
    // Only where the device keeps nothing is something lost.
    if (draft.kept || sameListing(before, values)) return;
    event.preventDefault();
    setLeaving(true);
  };
  return (
    <>
      <ListingForm
        key={draft.begun}
        title="Edit listing"
        submitLabel="Save"
        busyLabel="Saving…"
        close={{ href: back, onClick: close }}
        status={statusOf(draft)}
        values={values}
        onChange={draft.change}
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

const statusOf = ({ kept, discard }: EditDraft): ListingFormProps['status'] => ({
  kept,
  words: kept
    ? 'Your changes are kept on this device'
    : 'What you change is kept on this device until you save',
  discard: kept && {
    label: 'Discard',
    title: 'Discard your changes?',
    text: 'The listing stays as it is.',
    onDiscard: discard,
  },
});
