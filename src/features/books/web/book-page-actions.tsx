import { type ComponentType, type ReactNode, useEffect, useRef, useEffectEvent } from 'react';
import { useSession, storePendingIntent } from '#features/accounts/web/public.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { IconLink } from '#ui/actions/icon-button.tsx';
import { useSettledTaps } from '#ui/settled-taps.ts';
import type { Book } from '../contract.ts';
import { canManageBook, EXPIRED_LISTING_TEXT, isEnding, isExpired } from '../rules.ts';
import type { TradeSlotProps } from './own-listing.tsx';
import { useOwnBookActions } from './use-own-book-actions.ts';
import { cx } from '#ui/class-names.ts';
import { useLocation } from 'wouter';
import shared from '#ui/shared.module.css';
import iconButtonStyles from '#ui/actions/icon-button.module.css';
import appShellStyles from '#ui/layout/app-shell.module.css';

export type BookPageActionsProps = {
  book: Book;
  /** The reader has saved it, and may ask its seller also when it has expired. */
  isSaved: boolean;
  /** An offer can be made for it. */
  takesOffers: boolean;
  /** The owner may boost the listing. */
  canBoost: boolean;
  /** Replaces the contact button if the reader has blocked the seller, else null. */
  blockedNotice: ReactNode;
  /** Stands below the line that the listing is sold. */
  soldAction: ReactNode;
  /** Asks the owner who bought the book. */
  onSell: (book: Book, markAsSold: () => void) => void;
  /** What the owner has agreed about it. */
  Trade: ComponentType<TradeSlotProps>;
};

/** The main action of a listing: Edit for its owner, contact with the seller for others. */
export function BookPageActions(props: BookPageActionsProps) {
  const { isSaved, takesOffers, blockedNotice, soldAction, ...owner } = props;
  const { book } = owner;
  const session = useSession();
  const contact = useContactSeller(book);
  const makeOffer = useContactSeller(book, true);
  const now = useNow();
  const button = useRef<HTMLButtonElement>(null);
  const isBlocked = blockedNotice !== null;
  const wasBlocked = useRef(isBlocked);
  useEffect(() => {
    // The notice took the focus with it when its Unblock button disappeared.
    if (wasBlocked.current && !isBlocked && document.activeElement === document.body) button.current?.focus();
    wasBlocked.current = isBlocked;
  }, [isBlocked]);
  if (session.status === 'signed-in' && canManageBook(book, session.user.id))
    return <OwnerActions {...owner} />;
  if (book.soldAt !== null)
    return (
      <div className={cx(shared.stack, shared.tight, shared.grow)}>
        <p className={cx(shared.small, shared.soft)}>
          This book is sold. You can still save it to Favorites.
        </p>
        {soldAction}
      </div>
    );
  const hasExpired = isExpired(book, now);
  const canOffer = takesOffers && !hasExpired;
  if (hasExpired && !isSaved)
    return <p className={cx(shared.grow, shared.small, shared.soft)}>{EXPIRED_LISTING_TEXT}</p>;
  if (isBlocked) return blockedNotice;
  return (
    <div className={cx(shared.row, shared.grow)}>
      {canOffer && (
        <Button className={shared.grow} size="tall" variant="quiet" onClick={makeOffer}>
          Make an offer
        </Button>
      )}
      <Button
        ref={button}
        className={shared.grow}
        size="tall"
        {...(!canOffer && { icon: 'message' })}
        onClick={contact}
      >
        Contact Seller
      </Button>
    </div>
  );
}

function OwnerActions({
  book,
  canBoost,
  onSell,
  Trade,
}: Pick<BookPageActionsProps, 'book' | 'canBoost' | 'onSell' | 'Trade'>) {
  const actions = useOwnBookActions(book.sellerId);
  const now = useNow();
  const buttons = useRef<HTMLDivElement>(null);
  const isSold = book.soldAt !== null;
  const needsRenewal = isExpired(book, now) || isEnding(book, now);
  // Tapped twice, the button would take back what it has done.
  useSettledTaps(buttons, needsRenewal ? 'ending' : isSold ? 'sold' : 'available');
  return (
    <div className={cx(shared.row, shared.grow, shared.wrap)} ref={buttons}>
      {needsRenewal && (
        <Button
          className={shared.grow}
          size="tall"
          variant="soft-green"
          busy={actions.renewingId !== null}
          onClick={() => actions.renew(book)}
        >
          Renew
        </Button>
      )}
      <Trade book={book}>
        {(trade) => (
          <>
            {trade.note !== null && (
              <p className={cx(appShellStyles.fullLine, shared.small, shared.soft)}>{trade.note}</p>
            )}
            {trade.action && (
              <LinkButton className={shared.grow} size="tall" variant="quiet" href={trade.action.href}>
                {trade.action.label}
              </LinkButton>
            )}
            {!trade.isFinal && (
              <Button
                className={shared.grow}
                size="tall"
                variant="quiet"
                onClick={() =>
                  isSold ? actions.markAvailable(book) : onSell(book, () => actions.markSold(book, now))
                }
              >
                {isSold ? 'Mark as available' : 'Mark as sold'}
              </Button>
            )}
          </>
        )}
      </Trade>
      {needsRenewal && (
        <IconLink
          className={iconButtonStyles.tall}
          edge
          icon="edit"
          label="Edit"
          href={`/book/${book.id}/edit`}
        />
      )}
      {!isSold && !needsRenewal && (
        <LinkButton
          className={shared.grow}
          size="tall"
          variant="quiet"
          icon="edit"
          href={`/book/${book.id}/edit`}
        >
          Edit
        </LinkButton>
      )}
      {canBoost && (
        <IconLink
          className={iconButtonStyles.tall}
          edge
          icon="boost"
          label={book.isBoosted ? 'Boost again' : 'Boost'}
          href={`/boost/${book.id}`}
        />
      )}
    </div>
  );
}

/** Opens the conversation with the seller, or sign-in first. `isOffer`: with the dialog of an offer. */
function useContactSeller({ id: bookId, sellerId, title }: Book, isOffer = false): () => void {
  const session = useSession();
  const [, navigate] = useLocation();
  // A press before the session is known takes effect as soon as it is.
  const isPressed = useRef(false);
  const contact = () => {
    if (session.status === 'loading') {
      isPressed.current = true;
    } else if (session.status === 'signed-out') {
      storePendingIntent({ kind: 'contact', bookId, sellerId, title, ...(isOffer && { isOffer }) });
      navigate('/sign-in');
    } else if (session.user.id !== sellerId) {
      navigate(`/conversation/new?sellerId=${sellerId}&bookId=${bookId}${isOffer ? '&offer' : ''}`);
    }
  };
  const contactLate = useEffectEvent(contact);
  useEffect(() => {
    if (!isPressed.current || session.status === 'loading') return;
    isPressed.current = false;
    contactLate();
  }, [session.status]);
  return contact;
}
