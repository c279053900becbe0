import type { ComponentProps } from 'react';
import { cx } from '../class-names.ts';
import { Icon, type IconName } from '../icons/icon.tsx';
import { Link, type LinkProps } from './link.tsx';
import styles from './icon-button.module.css';

type Look = {
  icon: IconName;
  /** The tooltip, and the start of the accessible name. */
  label: string;
  /** The item of a list that it acts on; the rest of the accessible name. */
  of?: string | undefined;
  /** Size of the icon; the target is always 44 px. */
  iconSize?: 's' | 'xs';
  soft?: boolean;
  edge?: boolean;
  filled?: boolean;
};

const fullName = (label: string, of: string | undefined) => (of === undefined ? label : `${label} ${of}`);

const look = ({ soft, edge, filled }: Pick<Look, 'soft' | 'edge' | 'filled'>, className?: string) =>
  cx(styles.iconButton, soft && styles.soft, edge && styles.edge, filled && styles.filled, className);

type IconButtonProps = Look & Omit<ComponentProps<'button'>, 'children'> & { pressed?: boolean };

export function IconButton({
  icon,
  label,
  of,
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
      aria-label={fullName(label, of)}
      data-tip={label}
      aria-pressed={pressed}
    >
      <Icon name={icon} size={iconSize} />
    </button>
  );
}

type IconLinkProps = Look & Omit<LinkProps, 'children'>;

export function IconLink({
  icon,
  label,
  of,
  iconSize,
  soft,
  edge,
  filled,
  className,
  ...rest
}: IconLinkProps) {
  return (
    <Link
      {...rest}
      className={look({ soft, edge, filled }, className)}
      aria-label={fullName(label, of)}
      data-tip={label}
    >
      <Icon name={icon} size={iconSize} />
    </Link>
  );
}
