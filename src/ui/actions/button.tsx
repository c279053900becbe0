import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon.tsx';
import { Link, type LinkProps } from './link.tsx';

type ButtonAppearance = {
  variant?: 'primary' | 'quiet' | 'soft-green' | 'text' | 'danger' | 'danger-quiet' | 'boost';
  size?: 'slim' | 'tall';
  wide?: boolean;
  icon?: IconName;
  children: ReactNode;
};

const buttonClassNames = (
  { variant = 'primary', size, wide }: Omit<ButtonAppearance, 'children'>,
  className?: string,
) => cx('btn', variant !== 'primary' && variant, wide && 'wide', size, className);

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
      className={buttonClassNames({ variant, size, wide }, className)}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {/* the spinner moves nothing: it replaces the icon, in a full-width button too, or covers the label */}
      {busy && <span className={cx('spin', over && 'over')} />}
      {icon && !busy && <Icon name={icon} size="s" />}
      {over ? <span className="under">{children}</span> : children}
    </button>
  );
}

type LinkButtonProps = ButtonAppearance & LinkProps;

/** A link that looks like a button. */
export function LinkButton({ variant, size, wide, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClassNames({ variant, size, wide }, className)}>
      {icon && <Icon name={icon} size="s" />}
      {children}
    </Link>
  );
}

export function Spinner({ big }: { big?: boolean }) {
  return <span className={cx('spin', big && 'big')} />;
}
