import { SignInOrUp, VisitorsOnly } from './sign-in-page.tsx';

/** `/sign-up`. A signed-in user is redirected to Home, which performs the pending intent. */
export default function SignUpPage() {
  return (
    <VisitorsOnly>
      <SignInOrUp first="sign-up" />
    </VisitorsOnly>
  );
}
