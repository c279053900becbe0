import type { ReactNode } from 'react';
import { useBack } from '#platform/web/navigation/use-back.ts';
import { cx } from '#ui/class-names.ts';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { BrandMark } from '#ui/layout/logo.tsx';
import { Shelf } from '#ui/layout/shelf.tsx';

type SignInFrameProps = {
  title: string;
  text?: string;
  className?: string | false;
  /** The form. */
  children: ReactNode;
  /** Below the form. */
  foot?: ReactNode;
};

/** The frame of the pages before a session: a way back, the logo, the form, and a shelf of books. */
export function SignInFrame({ title, text, className, children, foot }: SignInFrameProps) {
  return (
    <AppShell>
      <TitleHeader className="bare" back={useBack('/')} />
      <Main id="main" className={cx('sign-in', className)}>
        <BrandMark />
        <div className="center">
          <h1>{title}</h1>
          {text && <p className="soft small">{text}</p>}
        </div>
        <div className="panel">{children}</div>
        {foot}
      </Main>
      <Shelf />
    </AppShell>
  );
}
