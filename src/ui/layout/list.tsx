import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Icon, type IconName } from '../icons/icon.tsx';
import { Link, type LinkProps } from '../actions/link.tsx';
import shared from '../shared.module.css';
import styles from './list.module.css';

export function List({ children }: { children: ReactNode }) {
  return <div className={styles.list}>{children}</div>;
}

export function Panel({
  stack,
  tight,
  className,
  ...rest
}: ComponentProps<'div'> & { stack?: boolean; tight?: boolean }) {
  return (
    <div
      className={cx(styles.panel, (stack || tight) && shared.stack, tight && shared.tight, className)}
      {...rest}
    />
  );
}

type Look = { icon?: IconName; children: ReactNode };

export function LinkItem({ icon, children, className, ...rest }: Look & LinkProps) {
  return (
    <Link {...rest} className={cx(styles.item, className)}>
      {icon && <Icon name={icon} />}
      <span className={shared.grow}>{children}</span>
      <Icon name="chevron-right" size="s" />
    </Link>
  );
}

type ButtonItemProps = Look & ComponentProps<'button'> & { danger?: boolean };

export function ButtonItem({ icon, danger, children, className, ...rest }: ButtonItemProps) {
  return (
    <button type="button" {...rest} className={cx(styles.item, danger && styles.danger, className)}>
      {icon && <Icon name={icon} />}
      <span className={shared.grow}>{children}</span>
    </button>
  );
}

type DescriptionListProps = {
  facts: readonly { term: string; isCode?: boolean; value: ReactNode }[];
  /** Without a border, inside a panel or a dialog. */
  plain?: boolean;
};

/** Terms and values; a term without value is omitted. */
export function DescriptionList({ facts, plain }: DescriptionListProps) {
  return (
    <dl className={cx(styles.facts, !plain && styles.panel)}>
      {facts.flatMap(({ term, isCode, value }) =>
        value === null || value === undefined || value === ''
          ? []
          : [
              <dt key={term}>{isCode ? <code>{term}</code> : term}</dt>,
              <dd key={`${term} value`}>{value}</dd>,
            ],
      )}
    </dl>
  );
}
