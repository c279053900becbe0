import { useInfiniteQuery } from '@tanstack/react-query';
import { formatPrice } from '#platform/shared/money.ts';
import { useNow } from '#platform/web/now.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Cover } from '#ui/cover/cover.tsx';
import { splitEdition } from '#ui/cover/cover-rules.ts';
import { Time } from '#ui/display/time.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { ShowMore } from '#ui/layout/show-more.tsx';
import { ErrorState, OfflineState } from '#ui/states/empty-state.tsx';
import type { BoughtBook } from '../../contract.ts';
import { boughtQuery } from '../trade-queries.ts';
import { ResaleQuestions } from './resale-questions.tsx';
import { SellAgainLink } from './sell-again-link.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import entryStyles from '#ui/display/entry.module.css';
import listStyles from '#ui/layout/list.module.css';

/** The books that the current user has bought; nothing for those who have bought none. */
export function BoughtSection() {
  const list = useInfiniteQuery(boughtQuery(useTransport()));
  const askAgain = useOfflineRetry(list);
  const books = list.data?.pages.flatMap((page) => page.items);
  // The section has no skeleton: most users have bought nothing.
  if (books?.length === 0 || (list.isPending && askAgain === null)) return null;
  return (
    <Section title="Bought">
      <ResaleQuestions />
      {askAgain !== null && <OfflineState level={3} onRetry={askAgain} />}
      {list.isError && books === undefined && (
        <ErrorState
          level={3}
          title="Failed to fetch bought books"
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {books !== undefined && (
        <ul className={listStyles.list}>
          {books.map((book) => (
            <BoughtRow key={book.id} book={book} />
          ))}
        </ul>
      )}
      <ShowMore list={list} failedLabel="Failed to fetch more. Try again" />
    </Section>
  );
}

function BoughtRow({ book }: { book: BoughtBook }) {
  const now = useNow().getTime();
  return (
    <li className={entryStyles.entry}>
      <div className={cx(shared.row, entryStyles.wrapping)}>
        <Cover book={book} size="s" />
        <div className={shared.grow}>
          <h3 className={shared.twoLines}>{splitEdition(book.title).name}</h3>
          <p className={cx(shared.tiny, shared.soft)}>
            From {book.seller?.name ?? 'Former student'}, <Time at={book.boughtAt} now={now} form="month" />,{' '}
            {formatPrice(book.price)}
          </p>
        </div>
        <SellAgainLink book={book} variant="quiet" />
      </div>
    </li>
  );
}
