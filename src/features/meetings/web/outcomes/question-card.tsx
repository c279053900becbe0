import { useId, useRef, useState } from 'react';
import type { Conversation, MeetingQuestion } from '#features/conversations/contract.ts';
import { useConversationAction } from '#features/conversations/web/lazy.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Time } from '#ui/display/time.tsx';
import { ChatCard } from '#ui/chat/chat-card.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import type { MeetingEndpoints } from '../../contract.ts';
import { formatPast } from '../format-meeting.ts';
import { ReplyDialog } from './reply-dialog.tsx';
import shared from '#ui/shared.module.css';
import chatCardStyles from '#ui/chat/chat-card.module.css';
import styles from './question-card.module.css';

type QuestionCardProps = {
  question: MeetingQuestion;
  conversation: Conversation;
  /** First name of the other participant. */
  name: string;
  myId: string;
};

/** 'Did you meet?', with what both say. An answer shows at once, and is taken back if it does not arrive. */
export function QuestionCard({ question, conversation, name, myId }: QuestionCardProps) {
  const now = useNow();
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const [sent, setSent] = useState<boolean>();
  const { run, isBusy, isRunning } = useConversationAction(apiClient<MeetingEndpoints>);
  const { startsAt, timeZone, until, isWithdrawn, answers, replies } = question;
  const mine = answers.find(({ userId }) => userId === myId)?.met ?? sent;
  const other = answers.find(({ userId }) => userId !== myId)?.met;
  const isOpen = !isWithdrawn && new Date(until) > now;
  const canReply =
    isOpen && other === false && !conversation.youBlocked && replies.every(({ userId }) => userId !== myId);
  const answer = async (met: boolean) => {
    if (isRunning()) return;
    setSent(met);
    // Its buttons go.
    card.current?.focus({ preventScroll: true });
    const params = { id: question.id };
    await run((api) => api.call('POST /api/meetings/:id/outcome', { params, body: { met } }));
    setSent(undefined);
  };
  const end = describeEnd({ isWithdrawn, isOpen, mine, other });
  return (
    <ChatCard ref={card} tabIndex={-1} mine={false} over={mine !== undefined || !isOpen} aria-labelledby={id}>
      <div className={chatCardStyles.details}>
        <small>
          <Icon name="calendar" size="xs" />
          {formatPast(startsAt, timeZone, now)}
        </small>
        <b className={cx(shared.serif, shared.size20)} id={id}>
          {t('meetings.question.title')}
        </b>
        {isOpen && mine === undefined && (
          <p className={cx(shared.small, shared.soft)}>{t('meetings.question.private', { name })}</p>
        )}
      </div>
      <Answers {...{ mine, other, name }} />
      {isOpen && mine === undefined && (
        <div className={cx(chatCardStyles.actions, styles.choice)}>
          <Button disabled={isBusy} onClick={() => void answer(true)}>
            {t('meetings.question.yes')}
          </Button>
          <Button variant="quiet" disabled={isBusy} onClick={() => void answer(false)}>
            {t('meetings.question.no')}
          </Button>
        </div>
      )}
      {isOpen && mine === undefined && other === false && (
        <p className={cx(styles.until, shared.small, shared.soft)}>
          {rich('meetings.question.answer-until', {
            time: () => <Time at={until} now={now.getTime()} form="until" />,
          })}
        </p>
      )}
      {canReply && <ReplyButton id={question.id} name={name} />}
      {end !== null && (
        <p className={chatCardStyles.outcome}>
          <Icon name="info" size="s" />
          {end}
        </p>
      )}
    </ChatCard>
  );
}

type Said = { mine: boolean | undefined; other: boolean | undefined };

function Answers({ mine, other, name }: Said & { name: string }) {
  if (mine === undefined && other === undefined) return null;
  const textOf = (met: boolean) => (met ? t('meetings.question.yes') : t('meetings.question.no'));
  return (
    <ul className={styles.answers}>
      {mine !== undefined && (
        <li>
          <span className={shared.soft}>{t('meetings.question.you')}</span> <b>{textOf(mine)}</b>
        </li>
      )}
      {other !== undefined && (
        <li>
          <bdi className={shared.soft}>{name}</bdi> <b>{textOf(other)}</b>
        </li>
      )}
    </ul>
  );
}

type End = Said & { isWithdrawn: boolean; isOpen: boolean };

/** What both answers amount to; null while nothing is to be said. */
function describeEnd({ isWithdrawn, isOpen, mine, other }: End): string | null {
  if (isWithdrawn) return t('meetings.question.withdrawn');
  if (mine === false && other === false) return t('meetings.question.both-missed');
  if (mine !== undefined && other !== undefined && mine !== other) return t('meetings.question.disputed');
  return !isOpen && mine === undefined ? t('meetings.question.closed') : null;
}

function ReplyButton({ id, name }: { id: string; name: string }) {
  const [isWriting, setWriting] = useState(false);
  return (
    <div className={chatCardStyles.actions}>
      <Button variant="quiet" wide icon="reply" onClick={() => setWriting(true)}>
        {t('meetings.reply.open')}
      </Button>
      {isWriting && <ReplyDialog id={id} name={name} onClose={() => setWriting(false)} />}
    </div>
  );
}
