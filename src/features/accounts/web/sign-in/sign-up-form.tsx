import { CredentialsForm } from './credentials-form.tsx';
import { NEW_PASSWORD_HELP } from './password-field.tsx';

const fields = ['name', 'email', 'password'] as const;

/** Name, email and password of a new account. */
export const SignUpForm = ({ onDone }: { onDone: (() => void) | undefined }) => (
  <CredentialsForm
    call="POST /api/auth/sign-up/email"
    fields={fields}
    autoComplete={{ email: 'email', password: 'new-password' }}
    passwordHelp={NEW_PASSWORD_HELP}
    submitLabel="Sign Up"
    onDone={onDone}
  />
);
