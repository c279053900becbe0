import { useQueryClient } from '@tanstack/react-query';
import { useState, type MouseEvent } from 'react';
import { useLocation } from 'wouter';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { ListingFormSkeleton } from '#ui/states/form-skeletons.tsx';
import { ErrorState, EmptyState, OfflineState } from '#ui/states/empty-state.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { Book, BookEndpoints, BookInput } from '../../contract.ts';
import { invalidateOwnBook } from '../invalidate-books.ts';
import { useKnownBook } from '../use-known-book.ts';
import { ListingForm, type ListingFormProps } from './listing-form.tsx';
import { isSameListing, pickChanged, type ListingValues } from './listing-values.ts';
import { useSubmission } from './use-submission.ts';
import { useEditDraft } from './use-listing-draft.ts';

const BACK_URL = '/profile';

type FormSlots = Pick<ListingFormProps, 'courseField' | 'PriceGuide'>;
type EditListingProps = FormSlots & { params: Record<string, string> };

/** The edit form of an own listing. Another user's listing is not found. */
export default function EditListingPage({ params, ...slots }: EditListingProps) {
  const id = params['id'] ?? '';
  const who = useKnownUser();
  const { query, book, isAbsent } = useKnownBook(id);
  const askAgain = useOfflineRetry(query);
  const userId = who.myId;
  if (book !== undefined && book.sellerId === userId)
    return <Edited key={id} book={book} ownerId={userId} {...slots} />;

  const missing = (userId !== null && book !== undefined) || isAbsent;
  const failed = !missing && (query.isError || who.isSlow);
  const offline = missing || failed ? null : askAgain;
  return (
    <AppShell>
      <TitleHeader
        title={missing ? undefined : t('books.form.edit-title')}
        back={{ href: BACK_URL, icon: missing ? 'back' : 'close' }}
      />
      <Main id="main" middle={missing || failed || offline !== null}>
        {offline !== null && <OfflineState level={2} onRetry={offline} />}
        {!missing && !failed && offline === null && <ListingFormSkeleton label={t('ui.loading.book')} />}
        {missing && (
          <EmptyState
            level={1}
            illustration="book-not-found"
            title={t('books.page.not-found')}
            text={t('books.page.not-found-text')}
            action={<LinkButton href="/">{t('books.page.back')}</LinkButton>}
          />
        )}
        {failed && (
          <ErrorState
            title={t('books.page.error')}
            retrying={query.isFetching || who.isFetching}
            onRetry={() => {
              if (userId === null) who.refetch();
              if (query.isError) void query.refetch();
            }}
          />
        )}
      </Main>
    </AppShell>
  );
}

function Edited({ book, ownerId, ...slots }: FormSlots & { book: Book; ownerId: string }) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const transport = useTransport();
  const draft = useEditDraft(ownerId, book);
  const [leaving, setLeaving] = useState(false);
  const submission = useSubmission((changes: Partial<BookInput>) =>
    apiClient<BookEndpoints>(transport).call('PATCH /api/books/:id', {
      params: { id: book.id },
      body: changes,
    }),
  );

  const submit = async (input: BookInput, submitted: ListingValues) => {
    const changes = pickChanged(input, draft.before, submitted);
    if (Object.keys(changes).length > 0) {
      const saved = await submission.send(changes);
      draft.finish();
      void invalidateOwnBook(queries, { id: saved.id, book: saved });
      toast({ title: t('books.saved.title'), description: t('books.saved.text') });
    }
    if (!submission.isLeft()) navigate(BACK_URL, { replace: true });
  };
  const close = (event: MouseEvent) => {
    // Warn only if the device has not stored the changes.
    if (draft.savedAt !== null || isSameListing(draft.before, draft.latest.current.values)) return;
    event.preventDefault();
    setLeaving(true);
  };
  return (
    <>
      <ListingForm
        key={draft.begun}
        title={t('books.form.edit-title')}
        {...slots}
        submitLabel={t('books.form.save')}
        busyLabel={t('books.form.saving')}
        close={{ href: BACK_URL, onClick: close }}
        status={statusOf(draft)}
        bookId={book.id}
        draft={draft}
        onSubmit={submit}
        isSending={submission.isSending}
        failureText={t('books.form.save-failed')}
        onReopen={() => navigate(`/book/${book.id}/edit`)}
      />
      <ConfirmDialog
        open={leaving}
        onClose={() => setLeaving(false)}
        title={t('books.draft.leave-title')}
        text={t('books.draft.leave-text')}
        cancelLabel={t('books.draft.keep-editing')}
        confirmLabel={t('books.draft.leave')}
        danger
        onConfirm={() => navigate(BACK_URL)}
      />
    </>
  );
}

function statusOf({ savedAt, begin, before }: ReturnType<typeof useEditDraft>): ListingFormProps['status'] {
  const kept = savedAt !== null;
  return {
    kept,
    text: kept ? t('books.draft.changes-kept') : t('books.draft.hint-changes'),
    discard: kept && {
      label: t('books.draft.discard'),
      title: t('books.draft.discard-title'),
      text: t('books.draft.discard-text'),
      onDiscard: () => begin(before),
    },
  };
}
