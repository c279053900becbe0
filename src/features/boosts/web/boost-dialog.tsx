import type { Book } from '#features/books/contract.ts';
import { PurchaseDialog } from '#features/payments/web/lazy.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Cover } from '#ui/cover/cover.tsx';
import { splitEdition } from '#ui/cover/cover-rules.ts';
import { Badge } from '#ui/display/badge.tsx';
import { cx } from '#ui/class-names.ts';
import { boostOffer } from './boost-offer.ts';
import shared from '#ui/shared.module.css';

export function BoostDialog({ book, open, onClose }: { book: Book; open: boolean; onClose: () => void }) {
  const { name, edition } = splitEdition(book.title);
  return (
    <PurchaseDialog
      offer={boostOffer()}
      open={open}
      onClose={onClose}
      subject={
        <div className={shared.row}>
          <Cover book={book} size="s" />
          <span className={shared.grow}>
            <b dir="auto" className={cx(shared.serif, shared.truncate, shared.block)}>
              {name}
            </b>
            <span className={cx(shared.tiny, shared.soft, shared.truncate, shared.block)}>
              {edition && `${edition}, `}
              {formatMoney(book.price)}
            </span>
          </span>
          {book.reservedUntil !== null && <Badge tone="reserved">{t('boosts.dialog.reserved')}</Badge>}
        </div>
      }
      href={`/boost/${book.id}`}
    />
  );
}
