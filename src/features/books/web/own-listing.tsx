import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { IconButton, IconLink } from '#ui/actions/icon-button.tsx';
import { Time } from '#ui/display/time.tsx';
import { useSettledTaps } from '#ui/settled-taps.ts';
import type { Book } from '../contract.ts';
import { formatListingEnd, isBoosted, isEnding, isExpired } from '../rules.ts';
import { BookCard } from './book-card.tsx';

export type OwnListingProps = {
  book: Book;
  /** The link to boost it, while it is for sale. */
  promote?: ((book: Book) => ReactNode) | undefined;
  /** Its renewal is on its way. */
  isRenewing: boolean;
  onRenew: () => void;
  /** What its seller has agreed about it, from another feature. */
  Deal?: ComponentType<DealSlotProps> | undefined;
  onSold: () => void;
  onAvailable: () => void;
  onDelete: () => void;
};

/** `note` stands instead of the news, `action` instead of the sale. A final sale is not undone. */
type ListingDeal = { note: ReactNode; isFinal: boolean; action?: ReactNode };
export type DealSlotProps = { book: Book; children: (deal: ListingDeal) => ReactNode };

const NoDeal = ({ children }: DealSlotProps) => children({ note: null, isFinal: false });

/** One of the user's own listings, with its actions. */
export function OwnListing(props: OwnListingProps) {
  const { book, promote, Deal = NoDeal, onSold, onAvailable } = props;
  const now = useNow();
  const sold = book.soldAt !== null;
  const boosted = isBoosted(book, now);
  const needsRenewal = isExpired(book, now) || isEnding(book, now);
  const buttons = useRef<HTMLSpanElement>(null);
  // Tapped twice, the button would take back what it has done.
  useSettledTaps(buttons, needsRenewal ? 'ending' : sold ? 'sold' : 'available');
  useFocusAfterRenewal(buttons, needsRenewal);
  return (
    <BookCard
      book={book}
      tools={
        needsRenewal ? (
          <RenewalTools {...props} now={now} buttons={buttons} />
        ) : (
          <Deal book={book}>
            {(deal) => (
              <>
                {/* not beside the offer of a boost */}
                {deal.note !== null && (
                  <span className={`tiny soft grow news ${deal.action ? 'full-row' : ''}`}>{deal.note}</span>
                )}
                {deal.note === null && (sold || boosted || promote === undefined) && (
                  <ListingNews book={book} />
                )}
                {deal.note === null && !sold && !boosted && promote?.(book)}
                <span className="row acts" ref={buttons}>
                  {!sold && boosted && promote?.(book)}
                  {deal.action}
                  {!deal.isFinal && !deal.action && (
                    <Button variant="text" size="slim" onClick={sold ? onAvailable : onSold}>
                      {sold ? 'Mark as available' : 'Mark as sold'}
                    </Button>
                  )}
                  {!sold && <EditLink book={book} />}
                  <DeleteButton {...props} />
                </span>
              </>
            )}
          </Deal>
        )
      }
    />
  );
}

/** 'Still selling?' before the end of a listing, and after it that only its owner sees it. */
function RenewalTools(props: OwnListingProps & { now: Date; buttons: RefObject<HTMLSpanElement | null> }) {
  const { book, now, buttons, isRenewing, onRenew } = props;
  return (
    <>
      {isExpired(book, now) ? (
        <span className="tiny soft grow news">Only you see it</span>
      ) : (
        <span className="small grow news still-q">
          Still selling {book.title}?<span className="tiny soft block">{formatListingEnd(book, now)}</span>
        </span>
      )}
      <span className="row acts" ref={buttons}>
        <Button
          variant="soft-green"
          size="slim"
          busy={isRenewing}
          aria-label={`Renew ${book.title}`}
          onClick={onRenew}
        >
          Renew
        </Button>
        <EditLink book={book} />
        <DeleteButton {...props} />
      </span>
    </>
  );
}

const EditLink = ({ book }: Pick<OwnListingProps, 'book'>) => (
  <IconLink icon="edit" iconSize="s" soft label="Edit" of={book.title} href={`/book/${book.id}/edit`} />
);

const DeleteButton = ({ book, onDelete }: Pick<OwnListingProps, 'book' | 'onDelete'>) => (
  <IconButton icon="trash" iconSize="s" soft label="Delete" of={book.title} onClick={onDelete} />
);

/** The button 'Renew' took the focus with it. */
function useFocusAfterRenewal(buttons: RefObject<HTMLSpanElement | null>, needsRenewal: boolean): void {
  const neededRenewal = useRef(needsRenewal);
  useEffect(() => {
    if (neededRenewal.current && !needsRenewal && document.activeElement === document.body)
      buttons.current?.querySelector('button')?.focus();
    neededRenewal.current = needsRenewal;
  }, [buttons, needsRenewal]);
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
