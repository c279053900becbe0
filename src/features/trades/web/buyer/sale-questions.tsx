import { useQuery } from '@tanstack/react-query';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Cover } from '#ui/cover/cover.tsx';
import { useFocusAfterRemoval } from '#ui/layout/use-focus-after-removal.ts';
import type { SaleQuestion } from '../../contract.ts';
import { saleQuestionsQuery, useLiveTrades } from '../trade-queries.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import questionStyles from '#ui/display/question.module.css';

/** 'Did you get {title}?', about each book that was marked as sold to the current user. */
export function SaleQuestions() {
  const { data: questions = [] } = useQuery(saleQuestionsQuery(useTransport()));
  useLiveTrades();
  const { container, removing } = useFocusAfterRemoval<HTMLDivElement>(
    `.${questionStyles.actions} > button:last-of-type`,
    questions.map(({ id }) => id).join(),
  );
  if (questions.length === 0) return null;
  return (
    <div className={shared.stack} ref={container} tabIndex={-1}>
      {questions.map((question, index) => (
        <SaleQuestionPanel key={question.id} question={question} onAnswer={() => removing(index)} />
      ))}
    </div>
  );
}

function SaleQuestionPanel({ question, onAnswer }: { question: SaleQuestion; onAnswer: () => void }) {
  const { id, title, seller } = question;
  const labelId = `got-${id}`;
  return (
    <section className={questionStyles.question} aria-labelledby={labelId}>
      <div className={shared.row}>
        <Cover book={question} size="s" />
        <p className={shared.grow} id={labelId}>
          <b>{t('trades.sale.question', { title })}</b>
          <span className={cx(shared.small, shared.soft, shared.block)}>
            {t('trades.sale.marked-as-sold-to-you', { name: seller.name })}
          </span>
        </p>
      </div>
      <div className={questionStyles.actions}>
        <AnswerButtons saleId={id} title={title} name={seller.name} onAnswer={onAnswer} />
      </div>
    </section>
  );
}
