import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Icon, type IconName } from '../icons/icon.tsx';
import shared from '../shared.module.css';
import styles from './alerts.module.css';

type Tone = 'warning' | 'positive';

type TopBannerProps = {
  tone?: Tone;
  icon: IconName;
  /** At the bottom of the window; the bars there make space, and the page does not move. */
  low?: boolean;
  children: ReactNode;
};

export function TopBanner({ tone, icon, low, children }: TopBannerProps) {
  return (
    <div className={cx(styles.strip, low && styles.low)} data-tone={tone} role="status">
      <Icon name={icon} size="xs" />
      {children}
    </div>
  );
}

type InlineAlertProps = {
  tone?: Tone | 'danger';
  icon?: IconName;
  small?: boolean;
  /** Announces it at once, as danger does by default. */
  announced?: boolean;
  children: ReactNode;
};

export function InlineAlert({
  tone,
  icon = tone === 'danger' ? 'alert' : 'info',
  small,
  announced = tone === 'danger',
  children,
}: InlineAlertProps) {
  return (
    <div
      className={cx(styles.note, small && shared.small)}
      data-tone={tone}
      role={announced ? 'alert' : undefined}
    >
      <Icon name={icon} />
      <span>{children}</span>
    </div>
  );
}
