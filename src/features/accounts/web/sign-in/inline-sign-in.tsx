import { lazy, Suspense } from 'react';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';

const Screen = lazy(() => import('./sign-in-screen.tsx'));

/** The sign-in screen in place of a page that requires a user. The page follows after the sign-in. */
export function InlineSignIn() {
  return (
    <Suspense
      fallback={
        <AppShell>
          <Main id="main" aria-busy />
        </AppShell>
      }
    >
      <Screen first="sign-in" inPlace />
    </Suspense>
  );
}
