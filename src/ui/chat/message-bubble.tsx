import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import shared from '../shared.module.css';
import styles from './message-bubble.module.css';

type DeliveryStatus = 'sending' | 'sent' | 'read' | 'failed';

type MessageBubbleProps = {
  mine?: boolean;
  delivery?: DeliveryStatus;
  /** Reports the message. The button shows beside the hovered, touched or focused bubble. */
  onReport?: () => void;
  /** Tab reaches only the newest message; arrow keys reach the others from there. */
  inTabOrder?: boolean;
  children: ReactNode;
};

export function MessageBubble({ mine, delivery, onReport, inTabOrder, children }: MessageBubbleProps) {
  const className = cx(
    styles.bubble,
    mine && styles.mine,
    delivery === 'sending' && styles.sending,
    delivery === 'failed' && styles.failed,
  );
  const text = (
    <span dir="auto" className={styles.text}>
      {children}
    </span>
  );
  if (onReport === undefined)
    return (
      <p className={className} data-message={mine ? 'mine' : ''}>
        {text}
      </p>
    );
  return (
    // Touching focuses it.
    <p className={className} data-message={mine ? 'mine' : ''} tabIndex={-1}>
      {text}
      <button
        type="button"
        className={styles.report}
        aria-label={t('ui.message.report')}
        tabIndex={inTabOrder ? 0 : -1}
        onClick={onReport}
        onKeyDown={focusSiblingMessage}
      >
        <Icon name="flag" size="xs" />
      </button>
    </p>
  );
}

function focusSiblingMessage(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const all = [...document.querySelectorAll<HTMLElement>(`.${styles.report}`)];
  all[all.indexOf(event.currentTarget) + step]?.focus();
}

/** The sender of the following messages, for screen readers. */
export function SenderName({ name }: { name: string }) {
  return <p className={shared.visuallyHidden}>{t('ui.message.sender', { name })}</p>;
}

/** A line between days: <DaySeparator><Time form="day" …/></DaySeparator>. */
export function DaySeparator({ children }: { children: ReactNode }) {
  return <div className={styles.day}>{children}</div>;
}

type MessageStatusProps = {
  mine?: boolean;
  /** State of the user's last message in the run. */
  delivery?: DeliveryStatus;
  time?: ReactNode;
  onRetry?: () => void;
};

/** The status below a run of messages: the time and, for the user's own, the delivery state as an icon with a text. */
export function MessageStatus({ mine, delivery, time, onRetry }: MessageStatusProps) {
  if (delivery === 'failed')
    return (
      <p className={cx(styles.status, styles.mine, styles.failedStatus)} role="alert">
        <Icon name="alert" size="xs" />
        {`${t('ui.message.not-sent')} `}
        <button type="button" onClick={onRetry}>
          {t('ui.action.retry')}
        </button>
      </p>
    );
  if (delivery === 'sending')
    return (
      <p className={cx(styles.status, styles.mine)}>
        <Icon name="clock" size="xs" />
        {t('ui.message.sending')}
      </p>
    );
  return (
    <p className={cx(styles.status, mine && styles.mine)}>
      {time}
      {mine && delivery && (
        <>
          {' '}
          <Icon name={delivery === 'read' ? 'check-double' : 'check'} size="xs" />
          <span>{delivery === 'read' ? t('ui.message.read') : t('ui.message.sent')}</span>
        </>
      )}
    </p>
  );
}

export function TypingIndicator({ name }: { name: string }) {
  return (
    <div className={cx(styles.bubble, styles.typing)} data-message="" role="status">
      <span className={shared.visuallyHidden}>{t('ui.message.typing', { name })}</span>
      <i />
      <i />
      <i />
    </div>
  );
}
