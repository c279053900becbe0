import { Fragment } from 'react';
import type { MouseEventHandler } from 'react';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon.tsx';
import { Link } from '../actions/link.tsx';

export type NavItem = {
  href: string;
  label: string;
  icon: IconName;
  current?: boolean;
  /** Signed out: the page first requires sign-in. */
  locked?: boolean;
  /** A dot, read as '3 new messages'. */
  unread?: number;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
};

type BottomNavProps = {
  /** Four: two on each side of the raised button. */
  items: NavItem[];
  add: { href: string; label?: string; onClick?: MouseEventHandler<HTMLAnchorElement> };
};

const news = (count: number) => (count === 1 ? ', 1 new message' : `, ${count} new messages`);

function Item({ href, label, icon, current, locked, unread = 0, onClick }: NavItem) {
  return (
    <Link href={href} aria-current={current ? 'page' : undefined} onClick={onClick}>
      <span className="pic">
        <Icon name={icon} />
        {locked && <Icon name="lock" className="mini" />}
        {!locked && unread > 0 && <span className="dot" />}
      </span>
      {label}
      {locked && <span className="vh">, sign in first</span>}
      {!locked && unread > 0 && <span className="vh">{news(unread)}</span>}
    </Link>
  );
}

export function BottomNav({ items, add }: BottomNavProps) {
  const middle = Math.ceil(items.length / 2);
  return (
    <nav className="nav" aria-label="Main">
      {items.map((item, at) => (
        <Fragment key={item.href}>
          {at === middle && (
            <Link
              className="add"
              href={add.href}
              aria-label={add.label ?? 'Add listing'}
              onClick={add.onClick}
            >
              <Icon name="plus" />
            </Link>
          )}
          <Item {...item} />
        </Fragment>
      ))}
    </nav>
  );
}
