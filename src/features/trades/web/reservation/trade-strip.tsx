import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BookEndpoints } from '#features/books/contract.ts';
import { invalidateBooks } from '#features/books/web/public.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { AnswerButtons } from '../buyer/answer-buttons.tsx';
import { tradeQuery, invalidateTrades, useLiveTrades } from '../trade-queries.ts';
import shared from '#ui/shared.module.css';
import stripStyles from '#ui/chat/strip.module.css';

type TradeStripProps = { conversation: Conversation; name: string };

/** The strip below a sold pinned book: the question to its named buyer, and their 'No' to its seller. */
export function TradeStrip({ conversation, name }: TradeStripProps) {
  const { bookId, book, id } = conversation;
  const { data: trade } = useQuery({
    ...tradeQuery(useTransport(), bookId),
    enabled: book.state === 'sold',
  });
  useLiveTrades();
  if (book.state !== 'sold' || trade?.conversationId !== id || trade.sale === null) return null;
  if (trade.side === 'buyer' && trade.sale.state === 'waiting')
    return <QuestionStrip saleId={trade.sale.id} title={book.title} name={name} />;
  if (trade.side === 'seller' && trade.sale.state === 'denied') return <DeniedStrip bookId={bookId} />;
  return null;
}

function QuestionStrip({ saleId, title, name }: { saleId: string; title: string; name: string }) {
  return (
    <section className={stripStyles.strip} aria-label={t('trades.sale.label')}>
      <p className={stripStyles.pair}>
        <b>{t('trades.sale.question', { title })}</b>
        <span className={cx(shared.tiny, shared.soft)}>
          {t('trades.sale.marked-as-sold-to-you', { name })}
        </span>
      </p>
      <div className={shared.row}>
        <AnswerButtons {...{ saleId, title, name }} />
      </div>
    </section>
  );
}

function DeniedStrip({ bookId }: { bookId: string }) {
  const queries = useQueryClient();
  const transport = useTransport();
  const restore = useSingleMutation({
    mutationFn: () =>
      apiClient<BookEndpoints>(transport).call('PATCH /api/books/:id', {
        params: { id: bookId },
        body: { isSold: false },
      }),
    networkMode: 'always',
    meta: failsAs(t('ui.error.title')),
    onSettled: () =>
      Promise.all([
        invalidateBooks(queries),
        invalidateTrades(queries),
        queries.invalidateQueries({ queryKey: ['conversations'] }),
      ]).then(keepFocus),
  });
  return (
    <section className={stripStyles.strip} aria-label={t('trades.sale.label')}>
      <p>{t('trades.sale.denied')}</p>
      <div className={shared.row}>
        <Button variant="quiet" size="slim" busy={restore.isPending} onClick={() => restore.mutate()}>
          {t('trades.sale.make-available')}
        </Button>
      </div>
    </section>
  );
}
