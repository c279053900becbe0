import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Icon } from '../icon.tsx';

export type Delivery = 'sending' | 'sent' | 'read' | 'failed';

export type BubbleProps = { mine?: boolean; delivery?: Delivery; children: ReactNode };

export function Bubble({ mine, delivery, children }: BubbleProps) {
  const late = delivery === 'sending' || delivery === 'failed';
  return <p className={cx('msg', mine && 'mine', late && delivery)}>{children}</p>;
}

/** A line between days: <DaySeparator><Time form="day" …/></DaySeparator>. */
export function DaySeparator({ children }: { children: ReactNode }) {
  return <div className="day">{children}</div>;
}

export type StampProps = {
  mine?: boolean;
  /** Of my last message in the run. */
  delivery?: Delivery;
  time?: ReactNode;
  onRetry?: () => void;
};

/** Below a run: when, and for mine how far it came; a mark for eyes, a word for everybody. */
export function Stamp({ mine, delivery, time, onRetry }: StampProps) {
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
