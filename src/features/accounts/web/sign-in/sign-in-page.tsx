import { Redirect } from 'wouter';
import { useSession } from '../session/session-context.tsx';
import SignInScreen from './sign-in-screen.tsx';

/** `/sign-in`. A signed-in user is redirected to Home, which performs the pending intent. */
export default function SignInPage() {
  return useSession().status === 'signed-in' ? <Redirect to="/" replace /> : <SignInScreen first="sign-in" />;
}
