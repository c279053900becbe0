import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Icon, type IconName } from '../icons/icon.tsx';
import { Link, type LinkProps } from './link.tsx';
import styles from './button.module.css';

type ButtonAppearance = {
  variant?: 'primary' | 'quiet' | 'soft-green' | 'text' | 'danger' | 'danger-quiet' | 'boost';
  size?: 'slim' | 'tall';
  wide?: boolean;
  icon?: IconName;
  children: ReactNode;
};

const look = (
  { variant, size, wide }: Pick<ButtonAppearance, 'variant' | 'size' | 'wide'>,
  className?: string,
) => ({
  className: cx(styles.button, wide && styles.wide, className),
  'data-variant': variant,
  'data-size': size,
});

type ButtonProps = ButtonAppearance & ComponentProps<'button'> & { busy?: boolean };

/** A busy button keeps its size, its label and the focus, and ignores clicks. */
export function Button({
  variant,
  size,
  wide,
  icon,
  busy,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  const over = busy && !icon && !wide;
  return (
    <button
      type="button"
      {...rest}
      {...look({ variant, size, wide }, className)}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {/* the spinner moves nothing: it replaces the icon, in a full-width button too, or covers the label */}
      {busy && <span className={cx(styles.spinner, over && styles.over)} />}
      {icon && !busy && <Icon name={icon} size="s" />}
      {over ? <span className={styles.label}>{children}</span> : children}
    </button>
  );
}

type LinkButtonProps = ButtonAppearance & LinkProps & { busy?: boolean };

/** A busy one, while what it opens here is loading, has a spinner instead of its icon. */
export function LinkButton({
  variant,
  size,
  wide,
  icon,
  busy,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Link {...rest} {...look({ variant, size, wide }, className)} aria-busy={busy || undefined}>
      {icon && (busy ? <Spinner /> : <Icon name={icon} size="s" />)}
      {children}
    </Link>
  );
}

export function Spinner({ big }: { big?: boolean }) {
  return <span className={cx(styles.spinner, big && styles.big)} />;
}
