// A separate file although it is small: browsers do not resolve <use> in a data: URL.
import sheet from '../assets/icons.svg?url&no-inline';
import { cx } from '../class-names.ts';
import { isCoreIcon, type IconName } from './icon-names.ts';
import styles from './icon.module.css';

export type { IconName } from './icon-names.ts';

type IconProps = {
  name: IconName;
  /** 24 px by default; s is 20, xs is 16. */
  size?: 's' | 'xs';
  className?: string;
};

/** What points along the line turns with it; clocks, checks and play do not. */
const FLIPPING: readonly IconName[] = [
  'back',
  'chevron-right',
  'send',
  'logout',
  'out',
  'undo',
  'trend',
  'reply',
];

/** Decorative: the text beside it, or the control's label, has the meaning. */
export function Icon({ name, size, className }: IconProps) {
  return (
    <svg
      className={cx(styles.icon, FLIPPING.includes(name) && styles.flips, className)}
      data-size={size}
      aria-hidden="true"
    >
      <use href={`${isCoreIcon(name) ? '' : sheet}#i-${name}`} />
    </svg>
  );
}
