import { type ComponentProps, type ReactNode, useRef } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import styles from './print-frame.module.css';

type PrintFrameProps = {
  title: string;
  back: NonNullable<ComponentProps<typeof TitleHeader>['back']>;
  /** Below what is printed, on the screen only. */
  hint: string;
  children: ReactNode;
};

/** The second of two taps comes within this time. */
const DOUBLE_TAP_MS = 1_000;

/** A page that is printed: nothing of the screen around its children is. Without a script the browser's menu prints. */
export function PrintFrame({ title, back, hint, children }: PrintFrameProps) {
  const canPrint = useHydrated();
  const printedAt = useRef(-Infinity);
  const print = () => {
    if (performance.now() - printedAt.current < DOUBLE_TAP_MS) return;
    window.print();
    // A browser may wait here until its dialog is closed.
    printedAt.current = performance.now();
  };
  return (
    <div className={styles.frame}>
      <TitleHeader
        title={title}
        back={back}
        actions={
          <Button
            size="slim"
            icon="print"
            className={canPrint ? undefined : styles.needsScript}
            onClick={print}
          >
            {t('slips.page.print')}
          </Button>
        }
      />
      <Main id="main" flush className={styles.printed}>
        {children}
        <p className={styles.hint}>{hint}</p>
      </Main>
    </div>
  );
}
