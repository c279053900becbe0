import type { ReactNode } from 'react';
import { Avatar } from '../display/avatar.tsx';
import { cx } from '../class-names.ts';
import { Cover } from '../cover/cover.tsx';
import type { CoverBook, CoverPhoto } from '../cover/cover.tsx';
import { Link } from '../actions/link.tsx';

type ConversationRowProps = {
  href: string;
  book: CoverBook;
  photo?: CoverPhoto | null;
  other: { id: string; name: string; photo?: string | null };
  /** The note after the title: 'No longer available'. */
  note?: string;
  /** The text of the last message, with 'You: ' before the user's own. */
  last: ReactNode;
  when: ReactNode;
  unread?: boolean;
  /** No new messages can arrive here. */
  asleep?: boolean;
};

/** One conversation in the list. */
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
    <Link className={cx('thread', unread && 'unread', asleep && 'asleep')} href={href}>
      <span className="duo">
        <Cover book={book} size="s" photo={photo} />
        <Avatar {...other} />
      </span>
      <span className="grow">
        <span className="row between">
          <b className="cut">{other.name}</b>
          <span className="when">{when}</span>
        </span>
        <span className="tiny soft cut block">{note ? `${book.title} · ${note}` : book.title}</span>
        <span className="row">
          <span className="last cut grow">{last}</span>
          {unread && <span className="dot" />}
          {unread && <span className="vh">Unread</span>}
        </span>
      </span>
    </Link>
  );
}

export function ConversationList({ children }: { children: ReactNode }) {
  return <div className="threads">{children}</div>;
}
