import { Redirect } from 'wouter';
import { useSession } from '../session/session-context.tsx';
import SignInScreen from './sign-in-screen.tsx';

/** `/sign-up`. Whoever is signed in, or has just signed up, goes Home, where what they had wanted is carried out. */
export default function SignUpPage() {
  return useSession().status === 'signed-in' ? <Redirect to="/" replace /> : <SignInScreen first="sign-up" />;
}
