import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { storePendingIntent, useSession } from '#features/accounts/web/public.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import type { Book, OwnBook } from '../../contract.ts';
import { canManageBook, isExpired } from '../../rules.ts';
import { cx } from '#ui/class-names.ts';
import { useLocation } from 'wouter';
import shared from '#ui/shared.module.css';

export type BookPageActionsProps = {
  book: OwnBook;
  /** The reader has saved it, and may ask its seller also when it has expired. */
  isSaved: boolean;
  /** An offer can be made for it. */
  takesOffers: boolean;
  /** Replaces everything for the owner. */
  ownerActions: ReactNode;
  /** Replaces the contact button if the reader has blocked the seller, else null. */
  blockedNotice: ReactNode;
  /** Stands below the line that the listing is sold. */
  soldAction: ReactNode;
};

/** The main action of a listing: Edit for its owner, contact with the seller for others. */
export function BookPageActions(props: BookPageActionsProps) {
  const { book, isSaved, takesOffers, blockedNotice, soldAction, ownerActions } = props;
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
  if (session.status === 'signed-in' && canManageBook(book, session.user.id)) return ownerActions;
  if (book.soldAt !== null)
    return (
      <div className={cx(shared.stack, shared.tight, shared.grow)}>
        <p className={cx(shared.small, shared.soft)}>{t('books.page.sold')}</p>
        {soldAction}
      </div>
    );
  const hasExpired = isExpired(book, now);
  const canOffer = takesOffers && !hasExpired;
  if (hasExpired && !isSaved)
    return <p className={cx(shared.grow, shared.small, shared.soft)}>{t('books.page.expired')}</p>;
  if (isBlocked) return blockedNotice;
  return (
    <div className={cx(shared.row, shared.grow)}>
      {canOffer && (
        <Button className={shared.grow} size="tall" variant="quiet" onClick={makeOffer}>
          {t('books.page.make-offer')}
        </Button>
      )}
      <Button
        ref={button}
        className={shared.grow}
        size="tall"
        {...(!canOffer && { icon: 'message' })}
        onClick={contact}
      >
        {t('books.page.contact')}
      </Button>
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
