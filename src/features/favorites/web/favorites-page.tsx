import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import type { Book } from '#features/books/contract.ts';
import { BookCard, findCachedBook } from '#features/books/web/public.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useOnline } from '#platform/web/use-online.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useFocusAfterRemoval } from '#ui/layout/use-focus-after-removal.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { BookList } from '#ui/display/book-row.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { splitEdition } from '#ui/cover/cover-rules.ts';
import { TitleHeader } from '#ui/layout/header.tsx';
import { ListTail } from '#ui/layout/list-tail.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { BookListSkeleton } from '#ui/states/skeleton.tsx';
import { ErrorState, OfflineState, EmptyState } from '#ui/states/empty-state.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { Favorite } from '../contract.ts';
import { FavoriteButton } from './favorite-button.tsx';
import { addFavorite, type WantedFavorite } from './favorite-cache.ts';
import { favoritesQuery } from './favorite-queries.ts';
import { useUnconfirmed } from './use-unconfirmed.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import bookRowStyles from '#ui/display/book-row.module.css';
import tabsStyles from '#ui/actions/tabs.module.css';
import emptyStateStyles from '#ui/states/empty-state.module.css';

type FavoritesPageProps = {
  /** The tabs in the header. */
  tabs: ReactNode;
  /** The panel of another tab; null for the favorite books. */
  otherPanel: ReactNode;
  /** Stands above the favorite books. */
  aboveSaved: ReactNode;
  /** Stands after the first page. */
  afterFirst: ReactNode;
  nav: ReactNode;
};

/** What the current user has saved, and what other tabs show. */
export default function FavoritesPage({ tabs, otherPanel, aboveSaved, afterFirst, nav }: FavoritesPageProps) {
  return (
    <AppShell nav>
      <TitleHeader title={t('favorites.page.title')}>{tabs}</TitleHeader>
      {otherPanel ?? <FavoriteBooks afterFirst={afterFirst} above={aboveSaved} />}
      {nav}
    </AppShell>
  );
}

function FavoriteBooks({ above, afterFirst }: { above: ReactNode; afterFirst: ReactNode }) {
  const session = useSession();
  const transport = useTransport();
  const userId = session.status === 'signed-in' ? session.user.id : null;
  const list = useInfiniteQuery({ ...favoritesQuery(transport, userId ?? ''), enabled: userId !== null });
  const favorites = list.data?.pages.flatMap((page) => page.items);
  const failed = list.isError && favorites === undefined;
  const askAgain = useOfflineRetry(list);
  const listed = new Set(favorites?.map(({ bookId }) => bookId));
  const added = useAddedBooks({ listed, isFetching: list.isFetching });
  const hasAdded = added.books.length + added.unknownCount > 0;
  const empty = favorites?.length === 0 && !list.hasNextPage && !hasAdded;
  const { container, removing } = useFocusAfterRemoval<HTMLElement>(
    `article button, .${emptyStateStyles.state} a`,
    favorites?.map(({ bookId }) => bookId).join() ?? '',
  );
  return (
    <Main
      id="main"
      ref={container}
      tabIndex={-1}
      middle={!hasAdded && (failed || empty || askAgain !== null)}
    >
      <div
        id="favorites-panel"
        role="tabpanel"
        aria-labelledby="favorites-saved"
        className={tabsStyles.panel}
      >
        {above}
        <AddedBooks {...added} />
        {askAgain !== null && <OfflineState onRetry={askAgain} />}
        {favorites === undefined && !failed && askAgain === null && (
          <BookListSkeleton label={t('favorites.list.loading')} />
        )}
        {failed && (
          <ErrorState
            title={t('favorites.list.error')}
            retrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
        {empty && <NoFavorites />}
        {favorites !== undefined && favorites.length > 0 && (
          <Favorites
            favorites={favorites}
            firstPage={list.data!.pages[0]!.items.length}
            afterFirst={afterFirst}
            removing={removing}
          />
        )}
        {list.hasNextPage && (
          <ListTail key={list.data?.pages.length} list={list} errorText={t('favorites.list.error')}>
            <BookListSkeleton count={2} label={t('favorites.list.loading')} />
          </ListTail>
        )}
      </div>
    </Main>
  );
}

/** The favorites that wait for the server. They come first, because they are the newest. */
function AddedBooks({ books, unknownCount }: ReturnType<typeof useAddedBooks>) {
  const isOnline = useOnline();
  return (
    <>
      {books.length > 0 && (
        <BookList>
          {books.map((book) => (
            <BookCard
              key={book.id}
              book={book}
              action={<FavoriteButton bookId={book.id} title={book.title} />}
            />
          ))}
        </BookList>
      )}
      {unknownCount > 0 && !isOnline && (
        <p className={cx(shared.small, shared.soft, shared.center)}>
          {t('favorites.list.waiting', { count: unknownCount })}
        </p>
      )}
    </>
  );
}

const NoFavorites = () => (
  <EmptyState
    illustration="no-favorites"
    title={t('favorites.none.title')}
    text={t('favorites.none.text')}
    action={<LinkButton href="/">{t('favorites.none.browse')}</LinkButton>}
  />
);

type FavoritesProps = {
  favorites: readonly Favorite[];
  /** Favorites of the first page; later ones are added below `afterFirst` and do not move it. */
  firstPage: number;
  afterFirst: ReactNode;
  removing: (index: number) => void;
};

function Favorites({ favorites, firstPage, afterFirst, removing }: FavoritesProps) {
  const queries = useQueryClient();
  const transport = useTransport();
  const removed = (index: number, { bookId, book }: Favorite) => {
    removing(index);
    toast({
      title: t('favorites.removed.title'),
      description: book === null ? t('favorites.list.gone') : splitEdition(book.title).name,
      icon: 'heart',
      // Nobody can save a hidden one again.
      ...(book !== null && {
        action: {
          label: t('favorites.removed.undo'),
          onAction: () => void addFavorite(queries, transport, bookId),
        },
      }),
    });
  };
  const cards = favorites.map((favorite, index) => {
    const { bookId, book } = favorite;
    const heart = (
      <FavoriteButton
        bookId={bookId}
        title={book?.title ?? t('favorites.list.gone')}
        onRemove={() => removed(index, favorite)}
      />
    );
    return book === null ? (
      <GoneBook key={bookId} action={heart} />
    ) : (
      <BookCard key={bookId} book={book} first={index < 4} action={heart} />
    );
  });
  return (
    <>
      <h2 className={shared.visuallyHidden}>{t('favorites.list.title')}</h2>
      <BookList>{cards.slice(0, firstPage)}</BookList>
      {afterFirst}
      {cards.length > firstPage && <BookList>{cards.slice(firstPage)}</BookList>}
    </>
  );
}

/** A saved book that nobody sees at present. */
const GoneBook = ({ action }: { action: ReactNode }) => (
  <article className={bookRowStyles.card} data-state="gone">
    <span className={bookRowStyles.noCover} aria-hidden="true" />
    <div className={bookRowStyles.body}>
      <h3>{t('favorites.list.gone')}</h3>
    </div>
    {action}
  </article>
);

/** The books being added that the list does not have yet. `unknownCount`: those not on this device. */
function useAddedBooks(list: { listed: ReadonlySet<string>; isFetching: boolean }): {
  books: Book[];
  unknownCount: number;
} {
  const queries = useQueryClient();
  const added = useUnconfirmed(addedIds, '');
  const [shown, setShown] = useState('');
  // A confirmed favorite stays until the list is fetched with it.
  const next = list.isFetching ? joinIds(added, shown) : added;
  if (next !== shown) setShown(next);
  const ids = next.split(',').filter((id) => id !== '' && !list.listed.has(id));
  const books = ids.flatMap((id) => findCachedBook(queries, id) ?? []);
  return { books, unknownCount: ids.length - books.length };
}

/** The newest first, with commas between them. */
const addedIds = (wanted: ReadonlyMap<string, WantedFavorite>): string =>
  [...wanted.values()]
    .flatMap(({ bookId, favorited }) => (favorited ? bookId : []))
    .reverse()
    .join();

const joinIds = (one: string, other: string): string =>
  [...new Set([...one.split(','), ...other.split(',')])].filter((id) => id !== '').join();
