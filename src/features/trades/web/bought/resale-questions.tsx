import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failsAs } from '#platform/web/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Cover } from '#ui/cover/cover.tsx';
import { useFocusAfterRemoval } from '#ui/layout/use-focus-after-removal.ts';
import type { TradeEndpoints, BoughtBook } from '../../contract.ts';
import { resaleQuestionText } from '../../rules.ts';
import { resaleQuestionsQuery } from '../trade-queries.ts';
import { SellAgainLink } from './sell-again-link.tsx';
import shared from '#ui/shared.module.css';
import questionStyles from '#ui/display/question.module.css';

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
  const dismissal = useMutation({
    mutationFn: () =>
      apiClient<TradeEndpoints>(transport).call('POST /api/users/me/resale-questions/:id/dismiss', {
        params: { id: book.id },
      }),
    networkMode: 'always',
    onSuccess: () => {
      onDismiss();
      queries.setQueryData(queryKey, (books) => books?.filter(({ id }) => id !== book.id));
    },
    meta: failsAs('Something went wrong'),
  });
  const labelId = `done-${book.id}`;
  return (
    <div className={questionStyles.question} role="group" aria-labelledby={labelId}>
      <div className={shared.row}>
        <Cover book={book} size="s" />
        <p className={shared.grow} id={labelId}>
          {resaleQuestionText(book.title)}
        </p>
      </div>
      <div className={questionStyles.actions}>
        <Button
          variant="quiet"
          size="slim"
          busy={dismissal.isPending}
          onClick={() => dismissal.isPending || dismissal.mutate()}
        >
          Not now
        </Button>
        <SellAgainLink book={book} variant="soft-green" />
      </div>
    </div>
  );
}
