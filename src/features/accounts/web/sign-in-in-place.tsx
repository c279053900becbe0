import { lazy, Suspense } from 'react';
import { App, Main } from '#ui/shell.tsx';

const Screen = lazy(() => import('./sign-in-screen.tsx'));

/** The sign-in screen in the place of a page that needs a person. The page itself follows as soon as there is one. */
export function SignInInPlace() {
  return (
    <Suspense
      fallback={
        <App>
          <Main id="main" aria-busy />
        </App>
      }
    >
      <Screen first="sign-in" inPlace />
    </Suspense>
  );
}
