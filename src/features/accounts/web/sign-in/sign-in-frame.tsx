import type { ReactNode } from 'react';
import { useBack } from '#platform/web/navigation/use-back.ts';
import { cx } from '#ui/class-names.ts';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { BrandMark } from '#ui/layout/logo.tsx';
import { Shelf } from '#ui/layout/shelf.tsx';
import shared from '#ui/shared.module.css';
import headerStyles from '#ui/layout/header.module.css';
import styles from './sign-in-frame.module.css';

type SignInFrameProps = {
  title: string;
  text?: string;
  className?: string | false;
  children: ReactNode;
  foot?: ReactNode;
};

/** The frame of the pages before a session: a way back, the logo, the form, and a shelf of books. */
export function SignInFrame({ title, text, className, children, foot }: SignInFrameProps) {
  return (
    <AppShell>
      <TitleHeader className={headerStyles.bare} back={useBack('/')} />
      <Main id="main" className={cx(styles.signIn, className)}>
        <BrandMark />
        <div className={shared.center}>
          <h1>{title}</h1>
          {text && <p className={cx(shared.soft, shared.small)}>{text}</p>}
        </div>
        <Panel>{children}</Panel>
        {foot}
      </Main>
      <Shelf />
    </AppShell>
  );
}
