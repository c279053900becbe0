import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';

/**
 * A slot of fixed size for an ad, so that an ad that loads late moves nothing. small 320 × 50, large 320 ×
 * 100.
 */
export function AdSlot({
  size = 'small',
  label = 'Advertisement',
  corner,
  children,
}: {
  size?: 'small' | 'large';
  label?: string;
  /** The ad's menu, above its right corner: an ad must not be covered. */
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
