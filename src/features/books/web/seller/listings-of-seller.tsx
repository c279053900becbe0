import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { BookList } from '#ui/display/book-row.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { ShowMore } from '#ui/layout/show-more.tsx';
import { ErrorState, OfflineState } from '#ui/states/empty-state.tsx';
import { BookListSkeleton } from '#ui/states/skeleton.tsx';
import type { Book } from '../../contract.ts';
import { BookCard } from '../book-card.tsx';
import { sellerListingsQuery } from './seller-listings-query.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

type ListingsOfSellerProps = {
  sellerId: string;
  action: (book: Book) => ReactNode;
};

/** What a user has for sale, for everybody. */
export function ListingsOfSeller({ sellerId, action }: ListingsOfSellerProps) {
  const list = useInfiniteQuery(sellerListingsQuery(useTransport(), sellerId));
  const askAgain = useOfflineRetry(list);
  const books = list.data?.pages.flatMap((page) => page.items);
  return (
    <Section
      title={t('books.seller.title')}
      aside={
        books !== undefined &&
        books.length > 0 &&
        !list.hasNextPage && <span className={cx(shared.small, shared.soft)}>{books.length}</span>
      }
    >
      {askAgain !== null && <OfflineState level={3} onRetry={askAgain} />}
      {list.isPending && askAgain === null && (
        <BookListSkeleton count={2} label={t('books.seller.loading')} />
      )}
      {list.isError && books === undefined && askAgain === null && (
        <ErrorState
          level={3}
          title={t('books.feed.error')}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {books?.length === 0 && <p className={shared.soft}>{t('books.seller.none')}</p>}
      {books !== undefined && books.length > 0 && (
        <BookList>
          {books.map((book, index) => (
            <BookCard key={book.id} book={book} first={index < 2} action={action(book)} />
          ))}
        </BookList>
      )}
      <ShowMore list={list} />
    </Section>
  );
}
