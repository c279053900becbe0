import { Redirect } from 'wouter';
import { useSession } from '../session/session-context.tsx';
import SignInScreen from './sign-in-screen.tsx';

/** `/sign-in`. Whoever is signed in, or has just signed in, goes Home, where what they had wanted is carried out. */
export default function SignInPage() {
  return useSession().status === 'signed-in' ? <Redirect to="/" replace /> : <SignInScreen first="sign-in" />;
}
