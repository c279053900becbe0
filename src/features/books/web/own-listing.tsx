import { type ReactNode, useRef } from 'react';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { IconButton, IconLink } from '#ui/actions/icon-button.tsx';
import { Time } from '#ui/display/time.tsx';
import { useSettledTaps } from '#ui/settled-taps.ts';
import type { Book } from '../contract.ts';
import { isBoosted } from '../rules.ts';
import { BookCard } from './book-card.tsx';

export type OwnListingProps = {
  book: Book;
  /** The link to boost it, while it is for sale. */
  promote?: ((book: Book) => ReactNode) | undefined;
  onSold: () => void;
  onAvailable: () => void;
  onDelete: () => void;
};

/** One of the user's own listings, with its actions. */
export function OwnListing({ book, promote, onSold, onAvailable, onDelete }: OwnListingProps) {
  const sold = book.soldAt !== null;
  const boosted = isBoosted(book, useNow());
  const buttons = useRef<HTMLSpanElement>(null);
  // Tapped twice, the button would take back what it has done.
  useSettledTaps(buttons, sold ? 'sold' : 'available');
  return (
    <BookCard
      book={book}
      tools={
        <>
          {/* not beside the offer of a boost */}
          {sold || boosted || promote === undefined ? <ListingNews book={book} /> : null}
          {!sold && !boosted && promote?.(book)}
          <span className="row acts" ref={buttons}>
            {!sold && boosted && promote?.(book)}
            <Button variant="text" size="slim" onClick={sold ? onAvailable : onSold}>
              {sold ? 'Mark as available' : 'Mark as sold'}
            </Button>
            {!sold && (
              <IconLink
                icon="edit"
                iconSize="s"
                soft
                label="Edit"
                of={book.title}
                href={`/book/${book.id}/edit`}
              />
            )}
            <IconButton icon="trash" iconSize="s" soft label="Delete" of={book.title} onClick={onDelete} />
          </span>
        </>
      }
    />
  );
}

/** 'Sold 3 days ago', '23 views'. */
function ListingNews({ book }: { book: Book }) {
  const now = useNow().getTime();
  return (
    <span className="tiny soft news">
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
