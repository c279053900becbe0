import { VisitorsOnly } from './visitors-only.tsx';
import SignInScreen from './sign-in-screen.tsx';

/** `/sign-in`. A signed-in user is redirected to Home, which performs the pending intent. */
export default function SignInPage() {
  return (
    <VisitorsOnly>
      <SignInScreen first="sign-in" />
    </VisitorsOnly>
  );
}
