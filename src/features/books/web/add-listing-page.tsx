import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useKnownPerson } from '#features/accounts/web/parts.ts';
import { client } from '#platform/shared/contract.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { TitleHeader } from '#ui/header.tsx';
import { useHydrated } from '#ui/hydrated.ts';
import { App, Main } from '#ui/shell.tsx';
import { ErrorState } from '#ui/state.tsx';
import { clock } from '#ui/time-words.ts';
import { toast } from '#ui/toaster.tsx';
import type { Book, BookCalls, BookInput } from '../contract.ts';
import { bookHasChanged } from './book-changes.ts';
import { device, listingId } from './listing-draft.ts';
import { showNewBook } from './listing-cache.ts';
import { tellFailure } from './listing-failure.ts';
import { ListingForm, type ListingFormProps } from './listing-form.tsx';
import type { ListingProblems } from './listing-values.ts';
import { useLeftSignal } from './use-left-signal.ts';
import { useListingDraft, type DraftedListing } from './use-listing-draft.ts';

type AddListingProps = {
  /** After what was written is found good: whether to post it now. */
  beforePost: () => Promise<boolean>;
};

/** A new listing. */
export default function AddListingPage(props: AddListingProps) {
  const { myId, isLate, isAsking, ask } = useKnownPerson();
  const inBrowser = useHydrated();
  if (isLate) {
    return (
      <App>
        <TitleHeader title="Add listing" back={{ href: '/' }} />
        <Main id="main" middle>
          <ErrorState title="Your account could not be loaded" retrying={isAsking} onRetry={ask} />
        </Main>
      </App>
    );
  }
  // Whose draft it is decides what stands in the form.
  return inBrowser && myId !== null ? <NewListing key={myId} ownerId={myId} {...props} /> : null;
}

function NewListing({ ownerId, beforePost }: AddListingProps & { ownerId: string }) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const transport = useTransport();
  const now = useNow();
  const draft = useListingDraft(ownerId);
  const leftSignal = useLeftSignal();
  const post = useMutation({
    mutationFn: ({ input, signal }: { input: BookInput; signal: AbortSignal }) =>
      client<BookCalls>(transport).call(
        'POST /api/books',
        { body: { ...input, clientListingId: listingId(device) } },
        { signal },
      ),
  });

  const submit = async (input: BookInput): Promise<ListingProblems> => {
    if (!(await beforePost())) return {};
    const signal = leftSignal();
    let book: Book;
    try {
      book = await post.mutateAsync({ input, signal });
      draft.finish();
      showNewBook(queries, book, now);
      void bookHasChanged(queries, { id: book.id, book });
    } catch (error) {
      if (signal.aborted) return {};
      return tellFailure(error, 'Failed to create listing. Please try again.', draft.values, draft.change);
    }
    toast({
      title: 'Success!',
      description: 'Your book listing has been created.',
      action: { label: 'View', onAction: () => navigate(`/book/${book.id}`) },
    });
    navigate('/', { replace: true });
    return {};
  };
  return (
    <ListingForm
      key={draft.begun}
      title="Add listing"
      submitLabel="Post"
      busyLabel="Posting…"
      close={{ href: '/' }}
      status={statusOf(draft)}
      values={draft.values}
      onChange={draft.change}
      onSubmit={submit}
    />
  );
}

const statusOf = ({ savedAt, restored, startOver }: DraftedListing): ListingFormProps['status'] => ({
  kept: savedAt !== null,
  words:
    savedAt === null
      ? 'Your draft is saved on this device as you type'
      : `Draft saved on this device, ${clock(savedAt, 'local')}`,
  discard: restored && {
    label: 'Start over',
    title: 'Start over?',
    text: 'What you have written is discarded, with its photos.',
    onDiscard: startOver,
  },
});
