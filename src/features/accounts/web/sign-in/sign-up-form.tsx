import { CredentialsForm } from './credentials-form.tsx';
import { NEW_PASSWORD_HELP } from './password-field.tsx';

/** Name, email and password of a new account. */
export const SignUpForm = ({ onDone }: { onDone: (() => void) | undefined }) => (
  <CredentialsForm
    call="POST /api/auth/sign-up/email"
    withName
    autoComplete={{ email: 'email', password: 'new-password' }}
    passwordHelp={NEW_PASSWORD_HELP}
    submitLabel="Sign Up"
    onDone={onDone}
  />
);
