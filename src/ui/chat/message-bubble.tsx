import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';

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
  const late = delivery === 'sending' || delivery === 'failed';
  const className = cx('msg', mine && 'mine', late && delivery);
  if (onReport === undefined) return <p className={className}>{children}</p>;
  return (
    // Touching focuses it.
    <p className={className} tabIndex={-1}>
      {children}
      <button
        type="button"
        className="report"
        aria-label="Report message"
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
  const all = [...document.querySelectorAll<HTMLElement>('.msg > .report')];
  all[all.indexOf(event.currentTarget) + step]?.focus();
}

/** The sender of the following messages, for screen readers. */
export function SenderName({ name }: { name: string }) {
  return <p className="vh">{`${name}:`}</p>;
}

/** A line between days: <DaySeparator><Time form="day" …/></DaySeparator>. */
export function DaySeparator({ children }: { children: ReactNode }) {
  return <div className="day">{children}</div>;
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
      <p className="stamp mine bad" role="alert">
        <Icon name="alert" size="xs" />
        {'Not sent. '}
        <button type="button" onClick={onRetry}>
          Retry
        </button>
      </p>
    );
  if (delivery === 'sending')
    return (
      <p className="stamp mine">
        <Icon name="clock" size="xs" />
        Sending…
      </p>
    );
  return (
    <p className={cx('stamp', mine && 'mine')}>
      {time}
      {mine && delivery && (
        <>
          {' '}
          <Icon name={delivery === 'read' ? 'check-double' : 'check'} size="xs" />
          <span>{delivery === 'read' ? 'Read' : 'Sent'}</span>
        </>
      )}
    </p>
  );
}

export function TypingIndicator({ name }: { name: string }) {
  return (
    <div className="msg typing" role="status">
      <span className="vh">{`${name} is typing`}</span>
      <i />
      <i />
      <i />
    </div>
  );
}
