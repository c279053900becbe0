import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../class-names.ts';

/** The one column of the product. `nav`: a bottom navigation follows, so the end of the page stays clear of its raised button. */
export function AppShell({ nav, chat, children }: { nav?: boolean; chat?: boolean; children: ReactNode }) {
  return <div className={cx('app', nav && 'has-nav', chat && 'talk')}>{children}</div>;
}

export type MainProps = ComponentProps<'main'> & {
  /** Content in the middle of the height, for a page that is one state. */
  middle?: boolean;
  /** Rows from edge to edge. */
  flush?: boolean;
};

/** The focus comes here when the page has changed: nowhere else is the beginning of what is new. */
export function Main({ middle, flush, className, ...rest }: MainProps) {
  return (
    <main tabIndex={-1} className={cx('main', middle && 'fillmid', flush && 'flush', className)} {...rest} />
  );
}

/** A part of a page under its own heading; `aside` stands at the heading's right edge. */
export function Section({
  title,
  aside,
  children,
}: {
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const heading = <h2>{title}</h2>;
  return (
    <section className="section">
      {aside ? (
        <div className="row between">
          {heading}
          {aside}
        </div>
      ) : (
        heading
      )}
      {children}
    </section>
  );
}

/** The bar of actions at the foot of a page. */
export function ActionBar({ children, label = 'Actions' }: { children: ReactNode; label?: string }) {
  return (
    <section className="foot" aria-label={label}>
      {children}
    </section>
  );
}

/** Text for screen readers only. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span className="vh" {...props} />;
}
