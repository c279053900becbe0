import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useKnownUser } from '#features/accounts/web/lazy.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useFocusAfterRemoval } from '#ui/layout/use-focus-after-removal.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { BookList } from '#ui/display/book-row.tsx';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { ListTail } from '#ui/layout/list-tail.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { BookListSkeleton } from '#ui/states/skeleton.tsx';
import { ErrorState, OfflineState, EmptyState } from '#ui/states/empty-state.tsx';
import type { Book } from '../contract.ts';
import { isBoosted, isEnding } from '../rules.ts';
import { boostTimeLeftText } from './boost-time-left.ts';
import { booksOfUserQuery, endingBooksQuery } from './book-queries.ts';
import { OwnListing, type OwnListingProps } from './own-listing.tsx';
import { useOwnBookActions } from './use-own-book-actions.ts';
import emptyStateStyles from '#ui/states/empty-state.module.css';
import bookRowStyles from '#ui/display/book-row.module.css';

const INITIAL_COUNT = 3;

/** The most listings of one request. The next ones follow once some are renewed. */
const MAX_ENDING_COUNT = 100;

type MyListingsProps = Pick<OwnListingProps, 'Trade'> & {
  promote?: OwnListingProps['promote'];
  /** Asks who bought a book; without one it is sold at once. */
  onSell?: ((book: Book, markAsSold: () => void) => void) | undefined;
  /** Below the listings, if one can be had. */
  after?: (userId: string) => ReactNode;
};

/** The user's own listings, also sold ones, with their actions. Below, those that end soon. */
export function MyListings({ after, ...slots }: MyListingsProps) {
  const { myId, ...who } = useKnownUser();
  const list = useInfiniteQuery({
    ...booksOfUserQuery(useTransport(), myId ?? ''),
    enabled: myId !== null,
  });
  const [all, setAll] = useState(false);
  const books = list.data?.pages.flatMap((page) => page.items);
  const failed = books === undefined && (list.isError || who.isSlow);
  const askAgain = useOfflineRetry(list);
  const more = books !== undefined && books.length > INITIAL_COUNT;
  return (
    <>
      <Section title={t('books.own.title')} aside={more && <AllButton all={all} onChange={setAll} />}>
        {askAgain !== null && <OfflineState level={3} onRetry={askAgain} />}
        {books === undefined && !failed && askAgain === null && (
          <BookListSkeleton count={3} label={t('books.own.loading')} tools />
        )}
        {failed && (
          <ErrorState
            level={3}
            title={t('books.own.error')}
            retrying={list.isFetching || who.isFetching}
            onRetry={() => (myId === null ? who.refetch() : void list.refetch())}
          />
        )}
        {books !== undefined && myId !== null && (
          <Listings userId={myId} books={all ? books : books.slice(0, INITIAL_COUNT)} {...slots} />
        )}
        {myId !== null && books?.some(({ isActive }) => isActive) && after?.(myId)}
        {all && list.hasNextPage && (
          <ListTail list={list} errorText={t('books.own.error')}>
            <BookListSkeleton count={2} label={t('books.own.loading')} tools />
          </ListTail>
        )}
      </Section>
      {books !== undefined && myId !== null && (
        <EndingListings userId={myId} onTop={books.slice(0, INITIAL_COUNT)} {...slots} />
      )}
    </>
  );
}

type AllButtonProps = { all: boolean; onChange: (all: boolean) => void; ofEnding?: boolean };

function AllButton({ all, onChange, ofEnding }: AllButtonProps) {
  return (
    <Button
      variant="text"
      size="slim"
      aria-expanded={all}
      aria-label={ofEnding ? (all ? t('books.own.fewer-ending') : t('books.own.view-all-ending')) : undefined}
      onClick={() => onChange(!all)}
    >
      {all ? t('books.own.fewer') : t('books.own.view-all')}
    </Button>
  );
}

type EndingListingsProps = MyListingsProps & { userId: string; onTop: readonly Book[] };

/** The listings that end soon, apart from those on top of the page. */
function EndingListings({ userId, onTop, ...slots }: EndingListingsProps) {
  const [all, setAll] = useState(false);
  const { shown, hasMore } = useEndingListings(userId, onTop, all);
  if (shown.length === 0) return null;
  return (
    <Section
      title={t('books.own.ending')}
      aside={hasMore && <AllButton all={all} onChange={setAll} ofEnding />}
    >
      <Listings userId={userId} books={shown} {...slots} />
    </Section>
  );
}

/** The first to end, or all. Renewed and sold ones stay, so that nothing moves; the next ones join them. */
function useEndingListings(
  userId: string,
  onTop: readonly Book[],
  all: boolean,
): { shown: readonly Book[]; hasMore: boolean } {
  const now = useNow();
  // Those on top may be among the first to end; one more tells that there are more.
  const limit = all ? MAX_ENDING_COUNT : 2 * INITIAL_COUNT + 1;
  const { data } = useInfiniteQuery({
    ...endingBooksQuery(useTransport(), userId, limit),
    placeholderData: keepPreviousData,
  });
  const [endingIds, setEndingIds] = useState<readonly string[]>([]);
  const byEnd = data?.pages.flatMap((page) => page.items) ?? [];
  const others = byEnd.filter(({ id }) => !onTop.some((book) => book.id === id));
  const joined = endingIds.flatMap((id) => others.find((book) => book.id === id) ?? []);
  const max = all ? MAX_ENDING_COUNT : INITIAL_COUNT;
  const ending = joined.filter((book) => isEnding(book, now)).slice(0, max);
  const joining = others
    .filter((book) => isEnding(book, now) && !endingIds.includes(book.id))
    .slice(0, max - ending.length);
  if (joining.length > 0) setEndingIds([...endingIds, ...joining.map(({ id }) => id)]);
  return {
    shown: joined.filter((book) => !isEnding(book, now) || ending.includes(book)),
    hasMore: others.filter((book) => isEnding(book, now)).length > INITIAL_COUNT,
  };
}

type ListingsProps = MyListingsProps & { userId: string; books: readonly Book[] };

function Listings({ userId, books, promote, Trade, onSell }: ListingsProps) {
  const [asked, setAsked] = useState<Book | null>(null);
  const actions = useOwnBookActions(userId);
  const now = useNow();
  const { container, removing } = useFocusAfterRemoval<HTMLDivElement>(
    `.${bookRowStyles.actions} button:last-of-type, .${emptyStateStyles.state} a`,
    books.map(({ id }) => id).join(),
  );

  const sell = (book: Book) => {
    const markAsSold = () => actions.markSold(book, now);
    if (onSell === undefined) markAsSold();
    else onSell(book, markAsSold);
  };
  const remove = (book: Book) => {
    setAsked(null);
    removing(books.indexOf(book));
    actions.remove(book);
  };
  return (
    <div ref={container} tabIndex={-1}>
      {books.length === 0 ? (
        <NothingForSale />
      ) : (
        <BookList joined>
          {books.map((book) => (
            <OwnListing
              key={book.id}
              book={book}
              promote={promote}
              Trade={Trade}
              isRenewing={actions.renewingId === book.id}
              onRenew={() => actions.renew(book)}
              onSold={() => sell(book)}
              onAvailable={() => actions.markAvailable(book)}
              onDelete={() => setAsked(book)}
            />
          ))}
        </BookList>
      )}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t('books.delete.title')}
        text={asked && describeDeletion(asked, now)}
        cancelLabel={t('books.delete.cancel')}
        confirmLabel={t('books.action.delete')}
        danger
        onConfirm={() => asked && remove(asked)}
      />
    </div>
  );
}

function describeDeletion(book: Book, now: Date): string {
  const deletion = describeLoss(book, now);
  return book.reservedUntil === null ? deletion : `${deletion} ${t('books.delete.text-reserved')}`;
}

function describeLoss(book: Book, now: Date): string {
  const { title, boostedUntil } = book;
  if (!isBoosted(book, now)) return t('books.delete.text', { title });
  if (boostedUntil === null) return t('books.delete.text-boosted', { title });
  return t('books.delete.text-boosted-left', { title, left: boostTimeLeftText(boostedUntil, now) });
}

const NothingForSale = () => (
  <Panel>
    <EmptyState
      level={3}
      illustration="nothing-for-sale"
      title={t('books.own.none-title')}
      text={t('books.own.none-text')}
      action={<LinkButton href="/add-listing">{t('books.own.create')}</LinkButton>}
    />
  </Panel>
);
