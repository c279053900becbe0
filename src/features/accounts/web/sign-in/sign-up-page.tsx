import { VisitorsOnly } from './visitors-only.tsx';
import SignInScreen from './sign-in-screen.tsx';

/** `/sign-up`. A signed-in user is redirected to Home, which performs the pending intent. */
export default function SignUpPage() {
  return (
    <VisitorsOnly>
      <SignInScreen first="sign-up" />
    </VisitorsOnly>
  );
}
