import { useId } from 'react';
import type { Conversation } from '#features/conversations/contract.ts';
import { t } from '#platform/shared/texts/t.ts';
import { ChatCard } from '#ui/chat/chat-card.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { PlanButton } from '../plan-dialog.tsx';
import chatCardStyles from '#ui/chat/chat-card.module.css';
import styles from './question-card.module.css';

type ReplyCardProps = {
  conversation: Conversation;
  mine: boolean;
  /** First name of the other participant. */
  name: string;
  onReport: (() => void) | undefined;
  children: string;
};

/** What one participant says to 'They did not come'. */
export function ReplyCard({ conversation, mine, name, onReport, children }: ReplyCardProps) {
  const id = useId();
  return (
    <ChatCard
      mine={mine}
      over={mine}

      aria-labelledby={id}
    >
      <div className={chatCardStyles.details}>
        <small>
          <Icon name="reply" size="xs" />
          <span id={id}>
            {mine ? t('meetings.reply.title') : t('meetings.reply.title-of-other', { name })}
          </span>
          {onReport && (
            <IconButton
              className={styles.report}
              icon="flag"
              label={t('ui.message.report')}
              soft
              onClick={onReport}
            />
          )}
        </small>
        <p dir="auto" className={styles.said}>
          {children}
        </p>
      </div>
      {mine ? (
        <p className={chatCardStyles.outcome}>
          <Icon name="check" size="s" />
          {t('meetings.reply.said')}
        </p>
      ) : (
        !conversation.youBlocked && (
          <div className={cx(chatCardStyles.actions, styles.plan)}>
            <PlanButton conversation={conversation} wide />
          </div>
        )
      )}
    </ChatCard>
  );
}
