import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import styles from './disclosure.module.css';

/** A question that expands to its answer. The browser closes the other items of the same `group`. */
export function Disclosure({
  title,
  group,
  open,
  children,
}: {
  title: ReactNode;
  group?: string;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details className={styles.disclosure} name={group} open={open}>
      <summary>
        {title}
        <Icon name="chevron-down" />
      </summary>
      <p>{children}</p>
    </details>
  );
}
