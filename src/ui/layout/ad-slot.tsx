import type { ReactNode } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '../class-names.ts';
import styles from './ad-slot.module.css';

/** A slot of fixed size: an ad that loads late moves nothing. small 320 × 50, large 320 × 100. */
export function AdSlot({
  size = 'small',
  corner,
  children,
}: {
  size?: 'small' | 'large';
  /** The ad's menu, above its right corner: an ad must not be covered. */
  corner?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <aside className={styles.box} aria-label={t('ui.ad.label')} tabIndex={-1}>
      <div className={styles.line}>
        <span>{t('ui.ad.label')}</span>
        {corner}
      </div>
      <div className={cx(styles.slot, size === 'large' && styles.large)}>{children}</div>
    </aside>
  );
}
