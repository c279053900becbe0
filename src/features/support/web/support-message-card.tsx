import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { languageNames } from '#platform/shared/texts/language-choice.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { requiredTexts } from '#platform/web/forms/form-schema.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t, textId } from '#platform/shared/texts/t.ts';
import { openTextDraft } from '#platform/web/forms/open-draft.ts';
import { type FormDraft, useForm } from '#platform/web/forms/use-form.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Badge } from '#ui/display/badge.tsx';
import { Time } from '#ui/display/time.tsx';
import { TextAreaField } from '#ui/forms/fields.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { SupportEndpoints, SupportMessage } from '../contract.ts';
import { supportLimits } from '../rules.ts';
import { supportKey, supportSummaryQuery } from './support-queries.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';

type SupportMessageCardProps = {
  message: SupportMessage;
  /** Called before the message leaves the list. */
  onSettling: () => void;
};

/** One message with its actions. */
export function SupportMessageCard({ message, onSettling }: SupportMessageCardProps) {
  const now = useNow().getTime();
  const draft = openTextDraft(`text:answer:${message.id}`, 'answer');
  const settle = useSupportActions(message.id, () => {
    draft.clear();
    onSettling();
  });
  return (
    <article className={cx(listStyles.panel, shared.stack)} tabIndex={-1} aria-label={message.subject}>
      <div>
        <div className={cx(shared.row, shared.between)}>
          <h3 dir="auto" className={cx(shared.size16, shared.grow)}>
            {message.subject}
          </h3>
          {message.status !== 'open' && (
            <Badge tone={message.status === 'answered' ? 'active' : 'plain'}>
              {message.status === 'answered' ? t('support.card.answered') : t('support.card.closed')}
            </Badge>
          )}
        </div>
        <p className={cx(shared.tiny, shared.soft)}>
          <bdi>{message.name}</bdi> ·{' '}
          <a dir="ltr" href={`mailto:${message.email}`}>
            {message.email}
          </a>{' '}
          · {message.userId === null ? t('support.card.signed-out') : t('support.card.signed-in')} ·{' '}
          {message.language !== null && message.language !== currentLocale().language && (
            <>
              <bdi lang={message.language}>{languageNames[message.language]}</bdi> ·{' '}
            </>
          )}
          <Time at={message.createdAt} now={now} />
        </p>
      </div>
      <p dir="auto" className={shared.prose}>
        {message.message}
      </p>
      {message.answer !== null && (
        <div className={shared.quote}>
          <p className={cx(shared.tiny, shared.soft)}>
            {rich('support.card.answered-at', {
              when: () => <Time at={message.closedAt!} now={now} />,
            })}
          </p>
          <p dir="auto" className={shared.prose}>
            {message.answer}
          </p>
        </div>
      )}
      {message.status === 'open' && <AnswerForm settle={settle} draft={draft} />}
      {message.status === 'closed' && (
        <Button variant="quiet" busy={settle.busy} onClick={() => settle.reopen()}>
          {t('support.card.reopen')}
        </Button>
      )}
    </article>
  );
}

type AnswerFormProps = {
  settle: ReturnType<typeof useSupportActions>;
  draft: FormDraft<{ answer: string }>;
};

const schema = requiredTexts({ answer: textId('support.answer-form.required') });

function AnswerForm({ settle, draft }: AnswerFormProps) {
  const { submit, field } = useForm(schema, { draft, onSubmit: ({ answer }) => settle.answer(answer) });
  return (
    <form className={shared.stack} noValidate onSubmit={submit}>
      <TextAreaField
        {...field('answer')}
        label={t('support.answer-form.label')}
        maxLength={supportLimits.answer}
        rows={3}
      />
      <div className={shared.row}>
        <Button type="submit" busy={settle.busy}>
          {t('support.answer-form.send')}
        </Button>
        <Button variant="quiet" busy={settle.busy} onClick={() => settle.close()}>
          {t('support.answer-form.close')}
        </Button>
      </div>
    </form>
  );
}

type Action = {
  request: () => Promise<SupportMessage>;
  /** Shown once it is done. */
  done: { title: string; description?: string };
};

const answerSent = () => ({ title: t('support.card.answer-sent') });
const answerSaved = () => ({
  title: t('support.card.answer-saved'),
  description: t('support.card.forward-it'),
});

/** The actions of administrators on a message. Then the data is fetched again: another may have been faster. */
function useSupportActions(id: string, onSettling: () => void) {
  const queries = useQueryClient();
  const transport = useTransport();
  const api = apiClient<SupportEndpoints>(transport);
  const { data: summary } = useQuery({ ...supportSummaryQuery(transport), refetchOnMount: false });
  const settle = useSingleMutation({
    mutationFn: ({ request }: Action) => request(),
    onSuccess: (_message, { done }) => {
      onSettling();
      toast(done);
    },
    meta: failsAs(t('support.card.failed')),
    onSettled: () => queries.invalidateQueries({ queryKey: supportKey }),
  });
  const params = { id };
  return {
    busy: settle.isPending,
    answer: (answer: string) =>
      settle.mutateAsync({
        request: () => api.call('POST /api/admin/support/:id/answer', { params, body: { answer } }),
        done: summary?.mail === 'outbox' ? answerSaved() : answerSent(),
      }),
    close: () =>
      settle.mutate({
        request: () => api.call('POST /api/admin/support/:id/close', { params }),
        done: { title: t('support.card.message-closed') },
      }),
    reopen: () =>
      settle.mutate({
        request: () => api.call('POST /api/admin/support/:id/reopen', { params }),
        done: { title: t('support.card.message-reopened') },
      }),
  };
}
