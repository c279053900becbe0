import type { Book } from '#features/books/contract.ts';
import { ReservedForYou } from '#features/trades/web/reservation/reserved-for-you.tsx';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { firstName } from '#ui/display/first-name.ts';
import { Time } from '#ui/display/time.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { WantReserved } from './want-reserved.tsx';
import shared from '#ui/shared.module.css';

/** The panel of a reserved listing: the buyer sees the price and the end, others how to get an alert. */
export function ReservedPanel({ book }: { book: Book }) {
  const now = useNow().getTime();
  const { reservedUntil: until } = book;
  const name = firstName(book.seller.name);
  return (
    <ReservedForYou bookId={book.id}>
      <p className={shared.row}>
        <Icon name="bookmark" size="s" />
        <span className={shared.grow}>
          {until === null
            ? t('wanted.reserved.text', { name })
            : rich('wanted.reserved.text-until', {
                name,
                time: () => <Time at={until} now={now} form="until" />,
              })}
        </span>
      </p>
      <WantReserved book={book} />
    </ReservedForYou>
  );
}
