import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { memo, Suspense, useEffect, useState, type ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { BookList } from '#ui/display/book-row.tsx';
import { ListTail } from '#ui/layout/list-tail.tsx';
import { BookListSkeleton } from '#ui/states/skeleton.tsx';
import { ErrorState, OfflineState } from '#ui/states/empty-state.tsx';
import type { Book } from '../contract.ts';
import type { BookFilters } from '../filters.ts';
import { MAX_SEARCH_RESULTS } from '../rules.ts';
import { BookCard } from './book-card.tsx';
import { bookListQuery } from './book-queries.ts';
import { EmptyFeed } from './filters/empty-feed.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

/** A response within this time replaces the previous results without a skeleton. */
const SKELETON_DELAY_MS = 150;

type BookFeedProps = {
  filters: BookFilters;
  /** The heart of a card. Always the same function, or every card is rendered again. */
  action: (book: Book) => ReactNode;
  /** Stands after the first page: later pages are added below it and do not move it. */
  afterFirst?: ReactNode;
  /** Stands below a search that has found nothing, or nothing with all words. */
  emptyAction?: ReactNode;
  /** Stands below the last listing. */
  afterLast?: ReactNode;
};

/** All listings that pass the filters, further pages as the reader scrolls. */
export function BookFeed({ filters, action, afterFirst, emptyAction, afterLast }: BookFeedProps) {
  const transport = useTransport();
  const list = useInfiniteQuery({ ...bookListQuery(transport, filters), placeholderData: keepPreviousData });
  const askAgain = useOfflineRetry(list);

  const isLate = useIsLate(list.isPlaceholderData);

  if (askAgain !== null) return <OfflineState onRetry={askAgain} />;
  // The previous list stands while another loads, but not for long: it could be mistaken for it.
  if (list.isPending || isLate) return <BookListSkeleton />;
  if (list.isError && list.data === undefined) {
    return (
      <ErrorState
        title={t('books.feed.error')}
        retrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const [first, ...later] = list.data.pages.map((page) => page.items);
  // A page of a filtered list may be empty and have a next one.
  if (first === undefined || (first.length === 0 && !list.hasNextPage)) {
    return (
      <>
        <EmptyFeed filters={filters} action={emptyAction} />
        {afterLast}
      </>
    );
  }
  const isNear = list.data.pages[0]?.isNear === true;
  return (
    <>
      {isNear ? (
        <EmptyFeed filters={filters} action={emptyAction} isNear />
      ) : (
        <h2 className={shared.visuallyHidden}>{t('books.feed.title')}</h2>
      )}
      <div aria-busy={list.isPlaceholderData || undefined}>
        <BookList>
          <Cards books={first} areFirst action={action} />
        </BookList>
      </div>
      {afterFirst}
      {later.length > 0 && (
        <BookList>
          {later.map((books, page) => (
            <Cards key={page} books={books} action={action} />
          ))}
        </BookList>
      )}
      {list.hasNextPage && !list.isPlaceholderData && (
        <ListTail key={later.length} list={list} errorText={t('books.feed.error')}>
          <BookListSkeleton count={2} />
        </ListTail>
      )}
      {!list.hasNextPage &&
        filters.search !== undefined &&
        first.length + later.flat().length >= MAX_SEARCH_RESULTS && (
          <p className={cx(shared.small, shared.soft, shared.center)}>{t('books.feed.more')}</p>
        )}
      {!list.hasNextPage && afterLast}
    </>
  );
}

/** Whether the wait has taken so long that the skeleton does not only flicker. */
function useIsLate(isWaiting: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setOver(true), SKELETON_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setOver(false);
    };
  }, [isWaiting]);
  return isWaiting && isOver;
}

type CardsProps = { books: readonly Book[]; areFirst?: boolean; action: BookFeedProps['action'] };

/** The cards of a page. Each hydrates separately, a tapped one first, and only as long as the memo holds. */
const Cards = memo(function Cards({ books, areFirst = false, action }: CardsProps) {
  return books.map((book, index) => (
    <Suspense key={book.id}>
      <BookCard book={book} first={areFirst && index < 4} action={action(book)} />
    </Suspense>
  ));
});
