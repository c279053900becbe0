import { useQueryClient } from '@tanstack/react-query';
import {
  Fragment,
  startTransition,
  Suspense,
  type ComponentProps,
  type ReactNode,
  useEffect,
  useState,
} from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Menu, type MenuAction } from '#ui/actions/menu.tsx';
import { ActionBar, ActionBarSpace, AppShell, Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import { BookPageSkeleton } from '#ui/states/screen-skeletons.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { PageStates } from '#ui/states/page-states.tsx';
import type { BookEndpoints, OwnBook } from '../../contract.ts';
import { canManageBook } from '../../rules.ts';
import { BookPageActions, type BookPageActionsProps } from './book-page-actions.tsx';
import { BookDetails } from './book-details.tsx';
import { BookPreview } from './book-preview.tsx';
import { findBookInLists } from '../book-queries.ts';
import { useKnownBook } from '../use-known-book.ts';
import { copyBookLink, shareBook } from '../share-book.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';

type Back = NonNullable<ComponentProps<typeof TitleHeader>['back']>;

type BookPageProps = {
  id: string;
  back: Back;
  /** Draws the listing once it is known. */
  children: (book: OwnBook) => ReactNode;
};

/** The page of a listing. Until the listing is known, and where there is none, it says so. */
export function BookPage({ id, back, children }: BookPageProps) {
  const queries = useQueryClient();
  const { query, book, isAbsent } = useKnownBook(id, () => findBookInLists(queries, id));
  const askAgain = useOfflineRetry(query);
  useDocumentTitle(book?.title ?? (query.isError ? t('books.page.not-found') : null));
  const isPreviewed = useFirstFrame(id, query.isPlaceholderData);
  if (book !== undefined && !isPreviewed) return children(book);
  if (book !== undefined)
    return (
      <AppShell>
        <TitleHeader back={back} />
        <Main id="main">
          <BookPreview book={book} />
        </Main>
      </AppShell>
    );
  return (
    <AppShell>
      <TitleHeader back={back} />
      <PageStates
        query={query}
        onRetryOffline={askAgain}
        skeleton={<BookPageSkeleton />}
        missing={isAbsent ? <MissingBook /> : null}
        errorTitle={t('books.page.error')}
      />
    </AppShell>
  );
}

/** Whether the page is in its first frame: an old phone draws all of it long after a tap. */
function useFirstFrame(id: string, isFromList: boolean): boolean {
  const [drawn, setDrawn] = useState(isFromList ? null : id);
  const isFirst = isFromList && drawn !== id;
  useEffect(() => {
    if (!isFirst) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // After the frame that shows the preview.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setDrawn(id)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      // The focus was on the main element of the preview.
      if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, [id, isFirst]);
  return isFirst;
}

const MissingBook = () => (
  <EmptyState
    level={1}
    illustration="book-not-found"
    title={t('books.page.not-found')}
    text={t('books.page.not-found-text')}
    action={<LinkButton href="/">{t('books.page.back')}</LinkButton>}
  />
);

type BookViewProps = BookPageActionsProps & {
  back: Back;
  barAction: ReactNode;
  /** Stands below the listing. */
  below: ReactNode;
  courses: ReactNode;
  /** Listings of other editions of the book. */
  otherEditions: ReactNode;
  /** Whom a sold book was sold to, for the two. */
  soldTo: ReactNode;
  seller: ReactNode;
  /** The action for others than the owner while the listing is reserved. */
  reservedAction: ReactNode;
  /** Entries of the menu after 'Copy link'. */
  menuActions: MenuAction[];
  /** Opened by `menuActions`. */
  dialogs: ReactNode;
};

export function BookView(props: BookViewProps) {
  const {
    back,
    barAction,
    below,
    courses,
    otherEditions,
    seller,
    soldTo,
    reservedAction,
    menuActions,
    dialogs,
    ...actions
  } = props;
  const { book } = actions;
  useCountView(book.id);
  const session = useSession();
  // The owner hardly needs the heart: it is after their own actions.
  const isHeartLast = session.status === 'signed-in' && canManageBook(book, session.user.id);
  // Keys keep them mounted when they change places.
  const bar = [
    <Fragment key="heart">{!book.hiddenBy && barAction}</Fragment>,
    <BookPageActions key="actions" {...actions} />,
  ];
  return (
    <AppShell>
      <TitleHeader back={back} actions={!book.hiddenBy && <BookMenu book={book} actions={menuActions} />} />
      <Main id="main">
        <BookDetails
          book={book}
          courses={courses}
          otherEditions={otherEditions}
          seller={seller}
          soldTo={soldTo}
          reserved={isHeartLast ? null : reservedAction}
        />
        {below}
      </Main>
      {dialogs}
      <ActionBar>
        {/* Nothing stands alone in the bar until the owner's actions are there: it would move. */}
        <Suspense fallback={<ActionBarSpace />}>{isHeartLast ? bar.toReversed() : bar}</Suspense>
      </ActionBar>
    </AppShell>
  );
}

/** What can be done with the address of a listing, and other actions. */
function BookMenu({ book, actions }: { book: OwnBook; actions: MenuAction[] }) {
  const link = () => `${location.origin}/book/${book.id}`;
  return (
    <>
      <IconButton icon="share" label={t('books.page.share')} onClick={() => void shareBook(book, link())} />
      <Menu
        actions={[
          { label: t('books.page.copy-link'), icon: 'copy', onSelect: () => void copyBookLink(link()) },
          ...actions,
        ]}
      />
    </>
  );
}

/** Counts a view, once per page shown: a page that came with its data sends no other request. */
function useCountView(bookId: string): void {
  const transport = useTransport();
  const { status } = useSession();
  useEffect(() => {
    if (status === 'loading') return;
    apiClient<BookEndpoints>(transport)
      .call('POST /api/books/:id/views', { params: { id: bookId } }, { keepalive: true })
      // A failure affects neither the page nor its reader.
      .catch(() => {});
  }, [transport, bookId, status]);
}
