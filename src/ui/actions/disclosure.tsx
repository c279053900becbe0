import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';

/** A question and its answer. Folds of one `group` close one another, by the browser itself. */
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
    <details className="fold" name={group} open={open}>
      <summary>
        {title}
        <Icon name="chevron-down" />
      </summary>
      <p>{children}</p>
    </details>
  );
}
