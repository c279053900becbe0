import { lazy, Suspense } from 'react';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';

const SignInOrUp = lazy(async () => ({ default: (await import('./sign-in-page.tsx')).SignInOrUp }));

/** Sign-in in place of a page that requires a user. The page follows after the sign-in. */
export function InlineSignIn() {
  return (
    <Suspense
      fallback={
        <AppShell>
          <Main id="main" aria-busy />
        </AppShell>
      }
    >
      <SignInOrUp first="sign-in" inPlace />
    </Suspense>
  );
}
