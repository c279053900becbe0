import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { splitEdition } from '#ui/cover/cover-rules.ts';
import { Cover } from '#ui/cover/cover.tsx';
import { Time } from '#ui/display/time.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { ShowMore } from '#ui/layout/show-more.tsx';
import { useFocusAfterRemoval } from '#ui/layout/use-focus-after-removal.ts';
import { OfflineState } from '#ui/states/empty-state.tsx';
import type { BoughtBook, TradeEndpoints } from '../../contract.ts';
import { boughtBookQuery, boughtQuery, resaleQuestionsQuery } from '../trade-queries.ts';
import { LoadError } from '#ui/states/load-error.tsx';
import shared from '#ui/shared.module.css';
import entryStyles from '#ui/display/entry.module.css';
import listStyles from '#ui/layout/list.module.css';
import questionStyles from '#ui/display/question.module.css';

/** The books that the current user has bought; nothing for those who have bought none. */
export function BoughtSection() {
  const list = useInfiniteQuery(boughtQuery(useTransport()));
  const askAgain = useOfflineRetry(list);
  const books = list.data?.pages.flatMap((page) => page.items);
  // The section has no skeleton: most users have bought nothing.
  if (books?.length === 0 || (list.isPending && askAgain === null)) return null;
  return (
    <Section title={t('trades.bought.title')}>
      {askAgain !== null && <OfflineState level={3} onRetry={askAgain} />}
      <LoadError query={list} title={t('trades.bought.load-error')} />
      {books !== undefined && (
        <ul className={listStyles.list}>
          {books.map((book) => (
            <BoughtRow key={book.id} book={book} />
          ))}
        </ul>
      )}
      <ShowMore list={list} failedLabel={t('trades.bought.more-error')} />
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
          <h3 dir="auto" className={shared.twoLines}>
            {splitEdition(book.title).name}
          </h3>
          <p className={cx(shared.tiny, shared.soft)}>
            {rich('trades.bought.from', {
              name: book.seller?.name ?? t('trades.former-student'),
              time: () => <Time at={book.boughtAt} now={now} form="month" />,
              price: formatMoney(book.price),
            })}
          </p>
        </div>
        <SellAgainLink book={book} variant="quiet" />
      </div>
    </li>
  );
}

/** What the user bought and may sell again, at the end of a semester. */
export function ResaleQuestions() {
  const { data: books = [] } = useQuery(resaleQuestionsQuery(useTransport()));
  const { container, removing } = useFocusAfterRemoval<HTMLDivElement>(
    `.${questionStyles.actions} > a`,
    books.map(({ id }) => id).join(),
  );
  if (books.length === 0) return null;
  return (
    <div className={shared.stack} ref={container} tabIndex={-1}>
      {books.map((book, index) => (
        <ResaleQuestion key={book.id} book={book} onDismiss={() => removing(index)} />
      ))}
    </div>
  );
}

function ResaleQuestion({ book, onDismiss }: { book: BoughtBook; onDismiss: () => void }) {
  const queries = useQueryClient();
  const transport = useTransport();
  const { queryKey } = resaleQuestionsQuery(transport);
  const dismissal = useSingleMutation({
    mutationFn: () =>
      apiClient<TradeEndpoints>(transport).call('POST /api/users/me/resale-questions/:id/dismiss', {
        params: { id: book.id },
      }),
    networkMode: 'always',
    onSuccess: () => {
      onDismiss();
      queries.setQueryData(queryKey, (books) => books?.filter(({ id }) => id !== book.id));
    },
    meta: failsAs(t('ui.error.title')),
  });
  const labelId = `done-${book.id}`;
  return (
    <div className={questionStyles.question} role="group" aria-labelledby={labelId}>
      <div className={shared.row}>
        <Cover book={book} size="s" />
        <p className={shared.grow} id={labelId}>
          {t('trades.resale.question', { title: book.title })}
        </p>
      </div>
      <div className={questionStyles.actions}>
        <Button variant="quiet" size="slim" busy={dismissal.isPending} onClick={() => dismissal.mutate()}>
          {t('trades.resale.not-now')}
        </Button>
        <SellAgainLink book={book} variant="soft-green" />
      </div>
    </div>
  );
}

/** Opens the form of a new listing, filled in from the bought book. */
function SellAgainLink({ book, variant }: { book: BoughtBook; variant: 'quiet' | 'soft-green' }) {
  const queries = useQueryClient();
  const { queryKey } = boughtBookQuery(useTransport(), book.id);
  return (
    <LinkButton
      variant={variant}
      size="slim"
      href={`/add-listing?again=${book.id}`}
      aria-label={t('trades.resale.sell-again-book', { title: book.title })}
      onClick={() => queries.setQueryData(queryKey, book)}
    >
      {t('trades.resale.sell-again')}
    </LinkButton>
  );
}
