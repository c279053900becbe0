import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import styles from './disclosure.module.css';

type DisclosureProps = { title: ReactNode; group: string; children: ReactNode };

/** A question that expands to its answer. The browser closes the other items of the same `group`. */
export function Disclosure({ title, group, children }: DisclosureProps) {
  return (
    <details className={styles.disclosure} name={group}>
      <summary>
        {title}
        <Icon name="chevron-down" />
      </summary>
      <p>{children}</p>
    </details>
  );
}
