import { Link } from '#ui/actions/link.tsx';
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import signInFrameStyles from './sign-in-frame.module.css';

/** Email and password of an existing account. */
export const SignInForm = ({ onDone }: { onDone: (() => void) | undefined }) => (
  <CredentialsForm
    call="POST /api/auth/sign-in/email"
    autoComplete={{ email: 'username', password: 'current-password' }}
    submitLabel="Sign In"
    onDone={onDone}
  >
    <PasskeySignIn onDone={onDone} />
    <p className={cx(shared.small, shared.center)}>
      <Link className={signInFrameStyles.link} href="/forgot-password">
        Forgot password?
      </Link>
    </p>
  </CredentialsForm>
);
