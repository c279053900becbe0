import type { Book } from '#features/books/contract.ts';
import { PurchaseDialog } from '#features/payments/web/lazy.ts';
import { formatPrice } from '#platform/shared/money.ts';
import { Cover } from '#ui/cover/cover.tsx';
import { splitEdition } from '#ui/cover/cover-rules.ts';
import { Badge } from '#ui/display/badge.tsx';
import { boostOffer } from './boost-offer.ts';

/** The offer of a boost, over a page of the listing. */
export function BoostDialog({ book, open, onClose }: { book: Book; open: boolean; onClose: () => void }) {
  const { name, edition } = splitEdition(book.title);
  return (
    <PurchaseDialog
      offer={boostOffer}
      open={open}
      onClose={onClose}
      subject={
        <div className="row offer">
          <Cover book={book} size="s" />
          <span className="grow">
            <b className="serif cut block">{name}</b>
            <span className="tiny soft cut block">
              {edition && `${edition}, `}
              {formatPrice(book.price)}
            </span>
          </span>
          {book.reservedUntil !== null && <Badge tone="reserved">Reserved</Badge>}
        </div>
      }
      href={`/boost/${book.id}`}
    />
  );
}
