import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';

/** A place of fixed size for an advertisement, so that what comes late moves nothing. small 320 × 50, large 320 × 100. */
export function AdSlot({
  size = 'small',
  label = 'Advertisement',
  corner,
  children,
}: {
  size?: 'small' | 'large';
  label?: string;
  /** What can be done about it, above its right corner: nothing may lie on an advertisement. */
  corner?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <aside className="adbox" aria-label={label} tabIndex={-1}>
      <div className="ad-line">
        <span>Advertisement</span>
        {corner}
      </div>
      <div className={cx('ad', size === 'large' && 'large')}>{children}</div>
    </aside>
  );
}
