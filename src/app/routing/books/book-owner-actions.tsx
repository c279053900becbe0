import type { Book } from '#features/books/contract.ts';
import { OwnerActions } from '#features/books/web/book-page/owner-actions.tsx';
import { ListingTrade } from '#features/trades/web/reservation/listing-trade.tsx';
import { useSellTo } from '#features/trades/web/buyer/sold-to-dialog.tsx';

/** The owner's actions on the page of a listing, with the question who bought it. */
export default function BookOwnerActions({ book, canBoost }: { book: Book; canBoost: boolean }) {
  const { sell, dialog } = useSellTo();
  return (
    <>
      <OwnerActions
        book={book}
        canBoost={canBoost}
        onSell={(...sale) => void sell(...sale)}
        Trade={ListingTrade}
      />
      {dialog}
    </>
  );
}
