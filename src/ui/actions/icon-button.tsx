import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon.tsx';
import { Link, type LinkProps } from './link.tsx';

type Look = {
  icon: IconName;
  /** The accessible name and the tooltip. */
  label: string;
  /** Size of the icon; the target is always 44 px. */
  iconSize?: 's' | 'xs';
  soft?: boolean;
  edge?: boolean;
  filled?: boolean;
};

const look = ({ soft, edge, filled }: Pick<Look, 'soft' | 'edge' | 'filled'>, className?: string) =>
  cx('iconbtn', soft && 'soft', edge && 'edge', filled && 'filled', className);

export type IconButtonProps = Look & Omit<ComponentProps<'button'>, 'children'> & { pressed?: boolean };

export function IconButton({
  icon,
  label,
  iconSize,
  soft,
  edge,
  filled,
  pressed,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ soft, edge, filled }, className)}
      aria-label={label}
      data-tip={label}
      aria-pressed={pressed}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  );
}

export type IconLinkProps = Look & Omit<LinkProps, 'children'>;

export function IconLink({ icon, label, iconSize, soft, edge, filled, className, ...rest }: IconLinkProps) {
  return (
    <Link {...rest} className={look({ soft, edge, filled }, className)} aria-label={label} data-tip={label}>
      <Icon name={icon} size={iconSize} />
    </Link>
  );
}
