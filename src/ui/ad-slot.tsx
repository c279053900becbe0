import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

/** A place of fixed size for an advertisement, so that what comes late moves nothing. small 320 × 50, large 320 × 100. */
export function AdSlot({
  size = 'small',
  label = 'Advertisement',
  children,
}: {
  size?: 'small' | 'large';
  label?: string;
  children: ReactNode;
}) {
  return (
    <aside className="adbox" aria-label={label}>
      <small>Advertisement</small>
      <div className={cx('ad', size === 'large' && 'large')}>{children}</div>
    </aside>
  );
}
