// A file of its own even though small: browsers do not follow <use> into a data: address.
import sheet from '../assets/icons.svg?url&no-inline';
import { cx } from '../class-names.ts';
import { isCoreIcon } from './icon-names.ts';
import type { IconName } from './icon-names.ts';

export type { IconName } from './icon-names.ts';

export type IconProps = {
  name: IconName;
  /** 24 px without; s is 20, xs is 16. */
  size?: 's' | 'xs';
  className?: string;
};

/** Decoration only: the words beside it, or the control's label, carry the meaning. */
export function Icon({ name, size, className }: IconProps) {
  return (
    <svg className={cx('icon', size, className)} aria-hidden="true">
      <use href={`${isCoreIcon(name) ? '' : sheet}#i-${name}`} />
    </svg>
  );
}
