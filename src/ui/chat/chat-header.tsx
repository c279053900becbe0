import type { ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Avatar } from '../display/avatar.tsx';
import { Badge, ConditionBadge, type BookCondition } from '../display/badge.tsx';
import { StudentBadge } from '../display/student-badge.tsx';
import { cx } from '../class-names.ts';
import { Cover, type CoverBook, type CoverPhoto } from '../cover/cover.tsx';
import { IconLink } from '../actions/icon-button.tsx';
import { Link } from '../actions/link.tsx';
import { Price } from '../display/price.tsx';
import shared from '../shared.module.css';
import headerStyles from '../layout/header.module.css';
import styles from './chat-header.module.css';

type ChatHeaderProps = {
  backHref: string;
  other: {
    id: string;
    name: string;
    href: string;
    photo?: string | null;
    studentUniversity?: string | null;
    /** The account is younger than a day. */
    isNew?: boolean;
  };
  actions?: ReactNode;
  children?: ReactNode;
};

export function ChatHeader({ backHref, other, actions, children }: ChatHeaderProps) {
  return (
    <header className={cx(headerStyles.header, styles.withAvatar)}>
      <div className={headerStyles.bar}>
        <IconLink icon="back" label={t('ui.action.back')} href={backHref} />
        <Avatar id={other.id} name={other.name} photo={other.photo} size="xs" />
        <div className={styles.name}>
          <h1>
            <Link href={other.href}>
              <span dir="auto" className={cx(shared.truncate, shared.block)}>
                {other.name}
              </span>
            </Link>
          </h1>
          {other.studentUniversity && (
            <p className={cx(shared.row, shared.tiny)}>
              <StudentBadge university={other.studentUniversity} show="meaning" />
            </p>
          )}
          {other.isNew && <p className={cx(shared.tiny, shared.soft)}>{t('ui.chat.new-here')}</p>}
        </div>
        {actions}
      </div>
      {children}
    </header>
  );
}

type PinnedBookProps = {
  href: string;
  book: CoverBook & { price: number; condition: BookCondition };
  photo?: CoverPhoto | null;
  /** 'gone': the listing was deleted, so there is nothing to open. */
  state?: 'active' | 'expired' | 'sold' | 'gone';
  reserved?: boolean;
  price?: ReactNode;
  /** The note beside the badge: the campus, or 'No longer available'. */
  note?: ReactNode;
};

export function PinnedBook({ href, book, photo, state = 'active', reserved, price, note }: PinnedBookProps) {
  const contents = (
    <>
      <Cover book={book} size="s" photo={photo} />
      <span className={shared.grow}>
        <b dir="auto" className={cx(shared.truncate, shared.block, shared.serif)}>
          {book.title}
        </b>
        <span className={cx(shared.row, shared.tiny, shared.soft)}>
          {state === 'expired' && <Badge tone="expired">{t('ui.badge.expired')}</Badge>}
          {state === 'sold' && <Badge tone="sold">{t('ui.badge.sold')}</Badge>}
          {state === 'active' && reserved && <Badge tone="reserved">{t('ui.badge.reserved')}</Badge>}
          {state === 'active' && !reserved && <ConditionBadge condition={book.condition} />}
          {note && (
            <span dir="auto" className={state === 'gone' ? undefined : shared.truncate}>
              {note}
            </span>
          )}
        </span>
      </span>
      {price ?? <Price amount={book.price} />}
    </>
  );
  const look = { className: styles.pinned, 'data-state': state === 'gone' ? 'sold' : state };
  return state === 'gone' ? (
    <div {...look}>{contents}</div>
  ) : (
    <Link {...look} href={href}>
      {contents}
    </Link>
  );
}
