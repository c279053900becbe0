import type { MouseEventHandler, ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '../class-names.ts';
import { IconLink } from '../actions/icon-button.tsx';
import { Brand } from './logo.tsx';
import shared from '../shared.module.css';
import styles from './header.module.css';

/** Home's header: the logo, `actions` (profile, or Sign In and Sign Up), then search and chips as children. */
export function HomeHeader({ actions, children }: { actions?: ReactNode; children?: ReactNode }) {
  return (
    <header className={cx(styles.header, styles.home)}>
      <div className={styles.bar}>
        <Brand />
        {actions}
      </div>
      {children}
    </header>
  );
}

type TitleHeaderProps = {
  /** The title; without one only the actions show, at the right edge (the book page has its title below). */
  title?: ReactNode;
  back?: {
    href: string;
    label?: string;
    icon?: 'back' | 'close';
    onClick?: MouseEventHandler<HTMLAnchorElement>;
  };
  actions?: ReactNode;
  className?: string;
  /** The content below the bar, inside the sticky area: tabs, a pinned book. */
  children?: ReactNode;
};

export function TitleHeader({ title, back, actions, className, children }: TitleHeaderProps) {
  return (
    <header className={cx(styles.header, className)}>
      <div className={styles.bar}>
        {back && (
          <IconLink
            icon={back.icon ?? 'back'}
            label={back.label ?? (back.icon === 'close' ? t('ui.action.close') : t('ui.action.back'))}
            href={back.href}
            onClick={back.onClick}
          />
        )}
        {title ? <h1>{title}</h1> : <span className={shared.grow} />}
        {actions}
      </div>
      {children}
    </header>
  );
}
