import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { cx } from '../class-names.ts';
import shared from '../shared.module.css';
import styles from './app-shell.module.css';

/** The product's single column. `nav`: it ends above the bottom navigation and its raised button. */
export function AppShell({ nav, chat, children }: { nav?: boolean; chat?: boolean; children: ReactNode }) {
  return <div className={cx(styles.app, nav && styles.withNav, chat && styles.conversation)}>{children}</div>;
}

type MainProps = ComponentProps<'main'> & {
  /** Centers the content vertically, for a page that shows a single state. */
  middle?: boolean;
  /** Rows from edge to edge. */
  flush?: boolean;
};

/** What stands at the end of each page: `Main` shows it. */
export const PageFoot = createContext<ReactNode>(null);

/** Receives the focus after a navigation: it is the start of the new content. */
export function Main({ middle, flush, className, children, ...rest }: MainProps) {
  return (
    <main
      tabIndex={-1}
      className={cx(styles.main, middle && styles.middle, flush && styles.flush, className)}
      {...rest}
    >
      {children}
      {use(PageFoot)}
    </main>
  );
}

/** A section of a page with a heading; `aside` is at the heading's right edge. */
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
    <section className={styles.section}>
      {aside ? (
        <div className={cx(shared.row, shared.between, shared.wrap)}>
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

export function ActionBar({
  children,
  label = t('ui.action-bar.label'),
}: {
  children: ReactNode;
  label?: string;
}) {
  return (
    <section className={styles.actionBar} aria-label={label}>
      {children}
    </section>
  );
}

export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span className={shared.visuallyHidden} {...props} />;
}

/** Keeps the height of an action bar while its actions load. */
export const ActionBarSpace = () => <span className={styles.actionBarSpace} />;
