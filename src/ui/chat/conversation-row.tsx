import type { ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Avatar } from '../display/avatar.tsx';
import { cx } from '../class-names.ts';
import { Cover, type CoverBook, type CoverPhoto } from '../cover/cover.tsx';
import { Link } from '../actions/link.tsx';
import shared from '../shared.module.css';
import styles from './conversation-row.module.css';

type ConversationRowProps = {
  href: string;
  book: CoverBook;
  photo?: CoverPhoto | null;
  other: { id: string; name: string; photo?: string | null };
  note?: string;
  /** The text of the last message, with 'You: ' before the user's own. */
  last: ReactNode;
  when: ReactNode;
  unread?: boolean;
  /** No new messages can arrive here. */
  asleep?: boolean;
};

export function ConversationRow({
  href,
  book,
  photo,
  other,
  note,
  last,
  when,
  unread,
  asleep,
}: ConversationRowProps) {
  return (
    <Link className={cx(styles.row, unread && styles.unread, asleep && styles.asleep)} href={href}>
      <span className={styles.pictures}>
        <Cover book={book} size="s" photo={photo} />
        <Avatar {...other} />
      </span>
      <span className={shared.grow}>
        <span className={cx(shared.row, shared.between)}>
          <b dir="auto" className={shared.truncate}>
            {other.name}
          </b>
          <span className={styles.time}>{when}</span>
        </span>
        <span dir="auto" className={cx(shared.tiny, shared.soft, shared.truncate, shared.block)}>
          {note ? `${book.title} · ${note}` : book.title}
        </span>
        <span className={shared.row}>
          <span dir="auto" className={cx(styles.last, shared.truncate, shared.grow)}>
            {last}
          </span>
          {unread && <span className={shared.dot} />}
          {unread && <span className={shared.visuallyHidden}>{t('ui.chat.unread')}</span>}
        </span>
      </span>
    </Link>
  );
}

export function ConversationList({ children }: { children: ReactNode }) {
  return <div className={styles.list}>{children}</div>;
}
