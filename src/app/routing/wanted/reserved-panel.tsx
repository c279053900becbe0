import type { Book } from '#features/books/contract.ts';
import { ReservedForYou } from '#features/trades/web/reservation/reserved-for-you.tsx';
import { useNow } from '#platform/web/now.tsx';
import { firstName } from '#ui/display/first-name.ts';
import { Time } from '#ui/display/time.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { WantReserved } from './want-reserved.tsx';
import shared from '#ui/shared.module.css';

/** The panel of a reserved listing: the buyer sees the price and the end, others how to get an alert. */
export function ReservedPanel({ book }: { book: Book }) {
  const now = useNow().getTime();
  return (
    <ReservedForYou bookId={book.id}>
      <p className={shared.row}>
        <Icon name="bookmark" size="s" />
        <span className={shared.grow}>
          Reserved for someone else
          {book.reservedUntil !== null && (
            <>
              {' until '}
              <Time at={book.reservedUntil} now={now} form="until" />
            </>
          )}
          {`. You may still write to ${firstName(book.seller.name)}.`}
        </span>
      </p>
      <WantReserved book={book} />
    </ReservedForYou>
  );
}
