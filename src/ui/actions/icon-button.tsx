import type { ComponentProps } from 'react';
import { t } from '#platform/shared/texts/t.ts';
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

/** What both have: the look, the accessible name and the tooltip; `rest` is for the element. */
function split<Props extends Look & { className?: string }>({
  icon,
  label,
  of,
  iconSize,
  soft,
  edge,
  filled,
  className,
  ...rest
}: Props) {
  return {
    rest,
    look: {
      className: cx(
        styles.iconButton,
        soft && styles.soft,
        edge && styles.edge,
        filled && styles.filled,
        className,
      ),
      'aria-label': of === undefined ? label : t('ui.action.of', { action: label, of }),
      'data-tip': label,
      children: <Icon name={icon} size={iconSize} />,
    },
  };
}

type IconButtonProps = Look & Omit<ComponentProps<'button'>, 'children'> & { pressed?: boolean };

export function IconButton({ pressed, ...props }: IconButtonProps) {
  const { look, rest } = split(props);
  return <button type="button" {...rest} {...look} aria-pressed={pressed} />;
}

export function IconLink(props: Look & Omit<LinkProps, 'children'>) {
  const { look, rest } = split(props);
  return <Link {...rest} {...look} />;
}
