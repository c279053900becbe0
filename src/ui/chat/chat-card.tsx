import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';
import messageBubbleStyles from './message-bubble.module.css';
import styles from './chat-card.module.css';

type ChatCardProps = ComponentProps<'article'> & {
  /** Sent by the user. */
  mine: boolean;
  /** Nothing can be done about it any more. */
  over: boolean;
};

/** What a participant proposes or replies, among the messages. */
export const ChatCard = ({ mine, over, className, ...rest }: ChatCardProps) => (
  <article
    {...rest}
    className={cx(
      messageBubbleStyles.bubble,
      styles.card,
      mine && messageBubbleStyles.mine,
      mine && styles.mine,
      over && styles.over,
      className,
    )}
  />
);
