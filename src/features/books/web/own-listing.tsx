import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { IconButton, IconLink } from '#ui/actions/icon-button.tsx';
import { Time } from '#ui/display/time.tsx';
import { useSettledTaps } from '#ui/settled-taps.ts';
import type { Book, OwnBook } from '../contract.ts';
import { isBoosted, isEnding, isExpired, remainingDays } from '../rules.ts';
import { BookCard } from './book-card.tsx';
import { HiddenBadge } from './hidden/hidden-badge.tsx';
import { type TradeAction, TradeActionButton } from './trade-action.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import bookRowStyles from '#ui/display/book-row.module.css';

export type OwnListingProps = {
  book: OwnBook;
  /** The link to boost it, while it is not sold or expired; an icon where other actions come first. */
  promote?: ((book: Book, compact: boolean) => ReactNode) | undefined;
  /** Its renewal is on its way. */
  isRenewing: boolean;
  onRenew: () => void;
  /** What its seller has agreed about it, from another feature. */
  Trade?: ComponentType<TradeSlotProps> | undefined;
  onSold: () => void;
  onAvailable: () => void;
  onDelete: () => void;
};

/** `note` stands instead of the news, `action` instead of the sale. A final sale is not undone. */
type ListingTrade = { note: ReactNode; isFinal: boolean; action?: TradeAction };
export type TradeSlotProps = { book: Book; children: (trade: ListingTrade) => ReactNode };

const NoTrade = ({ children }: TradeSlotProps) => children({ note: null, isFinal: false });

export function OwnListing(props: OwnListingProps) {
  const { book, Trade = NoTrade } = props;
  const now = useNow();
  const needsRenewal = !book.hiddenBy && (isExpired(book, now) || isEnding(book, now));
  const buttons = useRef<HTMLSpanElement>(null);
  // Tapped twice, the button would take back what it has done.
  useSettledTaps(buttons, needsRenewal ? 'ending' : book.soldAt !== null ? 'sold' : 'available');
  useFocusAfterRenewal(buttons, needsRenewal);
  return (
    <BookCard
      book={book}
      badge={book.hiddenBy && <HiddenBadge reason={book.hiddenBy} />}
      tools={
        <>
          {needsRenewal && <RenewalQuestion {...props} now={now} />}
          <Trade book={book}>
            {(trade) => <ListingTools {...{ ...props, trade, now, needsRenewal, buttons }} />}
          </Trade>
        </>
      }
    />
  );
}

type ListingToolsProps = OwnListingProps & {
  trade: ListingTrade;
  now: Date;
  needsRenewal: boolean;
  buttons: RefObject<HTMLSpanElement | null>;
};

function ListingTools(props: ListingToolsProps) {
  const { book, promote, trade, now, needsRenewal, buttons, onSold, onAvailable, onDelete } = props;
  const sold = book.soldAt !== null;
  const isHidden = Boolean(book.hiddenBy);
  const offersBoost = promote !== undefined && !sold && !isHidden && !isExpired(book, now);
  // The offer of a boost stands alone, without news.
  const leadsWithBoost = offersBoost && !isBoosted(book, now) && !needsRenewal && trade.note === null;
  return (
    <>
      {trade.note !== null && (
        <span
          className={cx(
            shared.tiny,
            shared.soft,
            shared.grow,
            bookRowStyles.status,
            trade.action && bookRowStyles.fullRow,
          )}
        >
          {trade.note}
        </span>
      )}
      {trade.note === null && !leadsWithBoost && !needsRenewal && <ListingNews book={book} />}
      {leadsWithBoost && promote(book, false)}
      <span className={cx(shared.row, bookRowStyles.actions)} ref={buttons}>
        {offersBoost && !leadsWithBoost && promote(book, true)}
        {trade.action && <TradeActionButton size="slim" action={trade.action} />}
        {!trade.isFinal && !trade.action && !isHidden && (
          <Button variant="text" size="slim" onClick={sold ? onAvailable : onSold}>
            {sold ? t('books.action.mark-available') : t('books.action.mark-sold')}
          </Button>
        )}
        {!sold && (
          <IconLink
            icon="edit"
            iconSize="s"
            soft
            label={t('books.action.edit')}
            of={book.title}
            href={`/book/${book.id}/edit`}
          />
        )}
        <IconButton
          icon="trash"
          iconSize="s"
          soft
          label={t('books.action.delete')}
          of={book.title}
          onClick={onDelete}
        />
      </span>
    </>
  );
}

/** 'Still selling?' before the end of a listing, and after it that the lists do not have it. */
function RenewalQuestion({ book, now, isRenewing, onRenew }: OwnListingProps & { now: Date }) {
  return (
    <span className={cx(shared.row, bookRowStyles.fullRow)}>
      {isExpired(book, now) ? (
        <span className={cx(shared.tiny, shared.soft, shared.grow, bookRowStyles.status)}>
          {t('books.own.not-listed')}
        </span>
      ) : (
        <span className={cx(shared.small, shared.grow, bookRowStyles.status, bookRowStyles.question)}>
          {t('books.own.still-selling', { title: book.title })}
          <span className={cx(shared.tiny, shared.soft, shared.block)}>
            {t('books.own.ends-in', { days: remainingDays(book, now) })}
          </span>
        </span>
      )}
      <Button
        variant="soft-green"
        size="slim"
        busy={isRenewing}
        aria-label={t('books.action.renew-of', { title: book.title })}
        onClick={onRenew}
      >
        {t('books.action.renew')}
      </Button>
    </span>
  );
}

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
function ListingNews({ book }: { book: OwnBook }) {
  const now = useNow().getTime();
  return (
    <span className={cx(shared.tiny, shared.soft, bookRowStyles.status)}>
      {book.soldAt === null
        ? book.hiddenBy
          ? t('books.hidden.only-you')
          : t('books.page.views', { count: book.views })
        : rich('books.own.sold-ago', { time: () => <Time at={book.soldAt!} now={now} /> })}
    </span>
  );
}
