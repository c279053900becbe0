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
import styles from './book-feed.module.css';
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
  if (list.isPending || isLate) return <BookListSkeleton viewed />;
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
  const isbn = searchedIsbn(filters.search);
  return (
    <>
      {isNear ? (
        <EmptyFeed filters={filters} action={emptyAction} isNear />
      ) : (
        <h2 className={shared.visuallyHidden}>{t('books.feed.title')}</h2>
      )}
      <div aria-busy={list.isPlaceholderData || undefined}>
        <PartedList isbn={isbn} books={first} areFirst action={action} />
      </div>
      {afterFirst}
      {later.length > 0 && isbn !== null && (
        <PartedList isbn={isOf(first.at(-1)!, isbn) ? isbn : null} books={later.flat()} action={action} />
      )}
      {later.length > 0 && isbn === null && (
        <BookList viewed>
          {later.map((books, page) => (
            <Cards key={page} books={books} action={action} />
          ))}
        </BookList>
      )}
      {list.hasNextPage && !list.isPlaceholderData && (
        <ListTail key={later.length} list={list} errorText={t('books.feed.error')}>
          <BookListSkeleton viewed count={2} />
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

/** The digits of a searched ISBN without the check digit: the server has compared that one. */
const searchedIsbn = (search = ''): string | null =>
  /^(?:97[89])?(?!97[89])(\d{9})[\dX]$/i.exec(search.replace(/[\s-]/g, ''))?.[1] ?? null;

const isOf = (book: Book, isbn: string): boolean => book.isbn?.slice(3, 12) === isbn;

type PartedListProps = CardsProps & { isbn: string | null };

/** Below a line behind the copies of a searched ISBN are the other editions of its work. */
function PartedList({ isbn, books, ...cards }: PartedListProps) {
  const others = isbn === null ? -1 : books.findIndex((book) => !isOf(book, isbn));
  if (others < 0)
    return (
      <BookList viewed>
        <Cards books={books} {...cards} />
      </BookList>
    );
  return (
    <>
      {others > 0 && (
        <BookList viewed>
          <Cards books={books.slice(0, others)} {...cards} />
        </BookList>
      )}
      <section className={styles.others} aria-labelledby="other-editions">
        <h2 className={styles.ruled} id="other-editions">
          {t('books.feed.other-editions')}
        </h2>
        <p className={cx(shared.small, shared.soft)}>{t('books.feed.other-editions-note')}</p>
        <BookList viewed>
          <Cards books={books.slice(others)} {...cards} areFirst={others === 0} />
        </BookList>
      </section>
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
