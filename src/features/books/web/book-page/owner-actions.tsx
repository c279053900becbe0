import { type ComponentType, useRef } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { IconLink } from '#ui/actions/icon-button.tsx';
import { useSettledTaps } from '#ui/settled-taps.ts';
import type { Book, OwnBook } from '../../contract.ts';
import { isEnding, isExpired } from '../../rules.ts';
import type { TradeSlotProps } from '../own-listing.tsx';
import { TradeActionButton } from '../trade-action.tsx';
import { useOwnBookActions } from '../use-own-book-actions.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import iconButtonStyles from '#ui/actions/icon-button.module.css';
import appShellStyles from '#ui/layout/app-shell.module.css';

type OwnerActionsProps = {
  book: OwnBook;
  /** The owner may boost the listing. */
  canBoost: boolean;
  /** Asks the owner who bought the book. */
  onSell: (book: Book, markAsSold: () => void) => void;
  /** What the owner has agreed about it. */
  Trade: ComponentType<TradeSlotProps>;
};

/** What its owner can do with a listing. Not in what visitors of its page load. */
export function OwnerActions({ book, canBoost, onSell, Trade }: OwnerActionsProps) {
  const actions = useOwnBookActions(book.sellerId);
  const now = useNow();
  const buttons = useRef<HTMLDivElement>(null);
  const isSold = book.soldAt !== null;
  const isHidden = Boolean(book.hiddenBy);
  const needsRenewal = !isHidden && (isExpired(book, now) || isEnding(book, now));
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
          {t('books.action.renew')}
        </Button>
      )}
      <Trade book={book}>
        {(trade) => (
          <>
            {trade.note !== null && (
              <p className={cx(appShellStyles.fullLine, shared.small, shared.soft)}>{trade.note}</p>
            )}
            {trade.action && <TradeActionButton className={shared.grow} size="tall" action={trade.action} />}
            {!trade.isFinal && !isHidden && (
              <Button
                className={shared.grow}
                size="tall"
                variant="quiet"
                onClick={() =>
                  isSold ? actions.markAvailable(book) : onSell(book, () => actions.markSold(book, now))
                }
              >
                {isSold ? t('books.action.mark-available') : t('books.action.mark-sold')}
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
          label={t('books.action.edit')}
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
          {t('books.action.edit')}
        </LinkButton>
      )}
      {canBoost && (
        <IconLink
          className={iconButtonStyles.tall}
          edge
          icon="boost"
          label={book.isBoosted ? t('books.action.boost-again') : t('books.action.boost')}
          href={`/boost/${book.id}`}
        />
      )}
    </div>
  );
}
