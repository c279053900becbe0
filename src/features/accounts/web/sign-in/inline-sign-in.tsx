import { lazy, Suspense } from 'react';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';

const Screen = lazy(() => import('./sign-in-screen.tsx'));

/** The sign-in screen in the place of a page that needs a person. The page itself follows as soon as there is one. */
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
