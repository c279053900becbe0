import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { localDrafts } from '#platform/web/forms/open-draft.ts';
import { BROWSER_TIME_LOCALE, formatClockTime } from '#ui/display/format-time.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { BookEndpoints, BookInput } from '../../contract.ts';
import { isWaiting } from '../hidden/is-waiting.ts';
import { toIsbn13 } from '../../isbn.ts';
import { invalidateOwnBook } from '../invalidate-books.ts';
import { draftListingId } from './listing-draft.ts';
import { showNewBook } from '../listing-cache.ts';
import { ListingForm, type ListingFormProps } from './listing-form.tsx';
import { emptyListing, isEmptyListing, isSameListing, type ListingValues } from './listing-values.ts';
import { NotSentError, useSubmission } from './use-submission.ts';
import { useListingDraft, type FormDraft } from './use-listing-draft.ts';
import { SellerGate } from './seller-gate.tsx';
import { scanInNextForm } from './use-scanner.ts';
import { type SharedContent, useSharedContent } from './use-shared-content.ts';

type AddListingProps = Pick<ListingFormProps, 'courseField' | 'Demand' | 'PriceGuide'> & {
  /** Called after a successful validation; resolves with whether to post now. */
  beforePost: () => Promise<boolean>;
  isbnLookup: NonNullable<ListingFormProps['isbnLookup']>;
  /** Fills the form in once, from another feature. */
  prefill: Partial<ListingValues> | null;
  onPrefilled: () => void;
  /** Calls back with what else happened to the listing. */
  afterPost: (bookId: string, onText: (text: string) => void) => void;
};

/** The next book of the shelf is fetched meanwhile. */
const SCAN_NEXT_OFFER_MS = 15_000;

export default function AddListingPage(props: AddListingProps) {
  return (
    <SellerGate title={t('books.form.add-title')} back={{ href: '/' }}>
      {/* The owner determines the draft, so another user gets a new form. */}
      {(myId) => <NewListing key={myId} ownerId={myId} {...props} />}
    </SellerGate>
  );
}

function NewListing({
  ownerId,
  beforePost,
  isbnLookup,
  afterPost,
  prefill,
  onPrefilled,
  ...slots
}: AddListingProps & { ownerId: string }) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const transport = useTransport();
  const now = useNow();
  const draft = useListingDraft(ownerId);
  usePrefill(draft, prefill, onPrefilled);
  const shared = useSharedInto(draft);
  const submission = useSubmission((input: BookInput) =>
    apiClient<BookEndpoints>(transport).call(
      'POST /api/books',
      { body: { ...input, clientListingId: draftListingId(localDrafts) } },
      // It also outlives the document: a listing is shorter than the 64 kB that a browser allows.
      { keepalive: true },
    ),
  );

  const submit = async (input: BookInput) => {
    // Left while its photos were uploading, it has no place for an advertisement.
    if (!submission.isLeft() && !(await beforePost())) throw new NotSentError();
    const book = await submission.send(input);
    draft.finish();
    const waits = isWaiting(book);
    if (!waits) showNewBook(queries, book, now);
    void invalidateOwnBook(queries, { id: book.id, book });
    const description = waits ? t('books.posted.waiting') : t('books.posted.text');
    const shown = toast({
      title: t('books.posted.title'),
      description,
      durationMs: SCAN_NEXT_OFFER_MS,
      action: {
        label: t('books.posted.next'),
        onAction: () => {
          scanInNextForm();
          navigate('/add-listing');
        },
      },
    });
    afterPost(book.id, (text) => shown.update({ description: `${description} ${text}` }));
    if (!submission.isLeft()) {
      navigate(waits ? `/book/${book.id}` : '/', { replace: true });
      if (!waits) scrollToCard(book.id);
    }
  };
  return (
    <ListingForm
      key={draft.begun}
      title={t('books.form.add-title')}
      submitLabel={t('books.form.post')}
      busyLabel={t('books.form.posting')}
      close={{ href: '/' }}
      status={statusOf(draft)}
      isbnLookup={isbnLookup}
      shared={shared}
      {...slots}
      draft={draft}
      onSubmit={submit}
      isSending={submission.isSending}
      failureText={t('books.form.create-failed')}
      onReopen={() => navigate('/add-listing')}
    />
  );
}

/** A draft that was begun gives way, and its writer can have it back. */
function usePrefill(draft: FormDraft, prefill: Partial<ListingValues> | null, onPrefilled: () => void): void {
  const fill = useEffectEvent((part: Partial<ListingValues>) => {
    const former = draft.latest.current.values;
    const filled = { ...emptyListing, ...part };
    draft.begin(filled);
    onPrefilled();
    if (isEmptyListing(former) || isSameListing(former, filled)) return;
    toast({
      title: t('books.draft.replaced'),
      action: { label: t('books.action.undo'), onAction: () => draft.begin(former) },
    });
  });
  useEffect(() => {
    if (prefill !== null) fill(prefill);
  }, [prefill]);
}

/** What is shared goes into the draft, and a book with another ISBN into a new one: the former can be had back. */
function useSharedInto(draft: FormDraft): ListingFormProps['shared'] {
  const [given, setGiven] = useState<{ content: SharedContent; begun: number } | null>(null);
  const { problem, onArrived } = useSharedContent((content) => {
    const former = draft.latest.current.values;
    const isOther = content.isbn !== null && former.isbn !== '' && toIsbn13(former.isbn) !== content.isbn;
    setGiven({ content, begun: draft.begun + (isOther ? 1 : 0) });
    if (!isOther) return;
    draft.begin(emptyListing);
    toast({
      title: t('books.draft.replaced'),
      action: { label: t('books.action.undo'), onAction: () => draft.begin(former) },
    });
  });
  // A form that is begun after it does not get it again.
  const content = given?.begun === draft.begun ? given.content : null;
  return { isbn: content?.isbn ?? null, photos: content?.photos ?? NO_PHOTOS, problem, onArrived };
}

const NO_PHOTOS: SharedContent['photos'] = [];

const statusOf = ({
  savedAt,
  isRestored,
  begin,
}: ReturnType<typeof useListingDraft>): ListingFormProps['status'] => ({
  kept: savedAt !== null,
  text:
    savedAt === null
      ? t('books.draft.hint')
      : t('books.draft.saved-at', { time: formatClockTime(savedAt, BROWSER_TIME_LOCALE) }),
  discard: isRestored && {
    label: t('books.draft.start-over'),
    title: t('books.draft.start-over-title'),
    text: t('books.draft.start-over-text'),
    onDiscard: () => begin(emptyListing),
  },
});

/** Home is drawn from cached lists, or fetches them first. */
const TIMEOUT_MS = 5_000;

/** Scrolls to the card of a listing once Home shows it: boosted listings may stand before it. */
function scrollToCard(bookId: string): void {
  const scroll = () => {
    const card = document.querySelector(`main article a[href="/book/${bookId}"]`);
    if (location.pathname !== '/' || card !== null) stop();
    if (location.pathname === '/') card?.closest('article')?.scrollIntoView({ block: 'center' });
  };
  const observer = new MutationObserver(() => requestAnimationFrame(scroll));
  const timer = setTimeout(() => stop(), TIMEOUT_MS);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  observer.observe(document.getElementById('root')!, { childList: true, subtree: true });
}
