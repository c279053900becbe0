import type { Book } from '#features/books/contract.ts';
import { ReservedForYou } from '#features/deals/web/reserved-for-you.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { WantReserved } from './want-reserved.tsx';

/** On the page of a reserved listing: for its buyer its price and end, for others the way to hear of it. */
export const ReservedPanel = ({ book }: { book: Book }) => (
  <ReservedForYou bookId={book.id}>
    <p className="row top">
      <Icon name="bookmark" size="s" />
      <span className="grow">{`Reserved for someone else. You may still write to ${book.seller.name.split(' ')[0]}.`}</span>
    </p>
    <WantReserved book={book} />
  </ReservedForYou>
);
