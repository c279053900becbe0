import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton, IconLink } from '#ui/icon-button.tsx';
import { Time } from '#ui/time.tsx';
import type { Book } from '../contract.ts';
import { BookCard } from './book-card.tsx';

export type OwnListingProps = {
  book: Book;
  onSold: () => void;
  onAvailable: () => void;
  onDelete: () => void;
};

/** One of the reader's own listings, with its tools. */
export function OwnListing({ book, onSold, onAvailable, onDelete }: OwnListingProps) {
  const sold = book.soldAt !== null;
  return (
    <BookCard
      book={book}
      tools={
        <>
          <ListingNews book={book} />
          <Button variant="text" size="slim" onClick={sold ? onAvailable : onSold}>
            {sold ? 'Mark as available' : 'Mark as sold'}
          </Button>
          {!sold && <IconLink icon="edit" iconSize="s" soft label="Edit" href={`/book/${book.id}/edit`} />}
          <IconButton icon="trash" iconSize="s" soft label="Delete" onClick={onDelete} />
        </>
      }
    />
  );
}

/** How it goes: 'Sold 3 days ago', '23 views'. */
function ListingNews({ book }: { book: Book }) {
  const now = useNow().getTime();
  return (
    <span className="tiny soft grow">
      {book.soldAt === null ? (
        `${book.views} ${book.views === 1 ? 'view' : 'views'}`
      ) : (
        <>
          Sold <Time at={book.soldAt} now={now} />
        </>
      )}
    </span>
  );
}
