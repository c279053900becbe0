import { Fragment, type MouseEventHandler } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Icon, type IconName } from '../icons/icon.tsx';
import { Link } from '../actions/link.tsx';
import shared from '../shared.module.css';
import styles from './bottom-nav.module.css';

export type NavItem = {
  href: string;
  label: string;
  icon: IconName;
  current?: boolean;
  /** Signed out: the page first requires sign-in. */
  locked?: boolean;
  /** A dot, read as '3 new messages'. */
  unread?: number;
  /** A dot, read as this text. */
  unseen?: string;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
};

type BottomNavProps = {
  /** Four: two on each side of the raised button. */
  items: NavItem[];
  add: { href: string; label?: string; onClick?: MouseEventHandler<HTMLAnchorElement> };
};

function Item({ href, label, icon, current, locked, unread = 0, unseen, onClick }: NavItem) {
  const text = locked ? undefined : unread > 0 ? t('ui.nav.unread', { count: unread }) : unseen;
  return (
    <Link href={href} aria-current={current ? 'page' : undefined} onClick={onClick}>
      <span className={styles.picture}>
        <Icon name={icon} />
        {locked && <Icon name="lock" className={styles.mini} />}
        {text && <span className={shared.dot} />}
      </span>
      {label}
      {locked && <span className={shared.visuallyHidden}>{t('ui.nav.sign-in-first')}</span>}
      {text && <span className={shared.visuallyHidden}>{t('ui.nav.note', { note: text })}</span>}
    </Link>
  );
}

export function BottomNav({ items, add }: BottomNavProps) {
  const middle = Math.ceil(items.length / 2);
  return (
    <nav className={styles.nav} aria-label={t('ui.nav.main')}>
      {items.map((item, at) => (
        <Fragment key={item.href}>
          {at === middle && (
            <Link
              className={styles.add}
              href={add.href}
              aria-label={add.label ?? t('ui.nav.add')}
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
