import { Button } from '#ui/actions/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { passwordLength } from '../../rules.ts';
import { PasswordField } from './password-field.tsx';
import { useCredentialsForm } from './use-credentials-form.ts';

const fields = ['name', 'email', 'password'] as const;

/** Name, email and password of a new account. */
export function SignUpForm({ onDone }: { onDone?: (() => void) | undefined }) {
  const { form, email, problems, busy, submit } = useCredentialsForm(
    'POST /api/auth/sign-up/email',
    fields,
    onDone,
  );
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <TextField label="Name" error={problems.name} data-field="name" autoComplete="name" maxLength={200} />
      <TextField
        label="Email"
        error={problems.email}
        data-field="email"
        defaultValue={email}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        label="Password"
        help={`At least ${passwordLength.min} characters`}
        problem={problems.password}
        autoComplete="new-password"
      />
      {/* Disabled before hydration: the browser would submit the password in the URL. */}
      <Button type="submit" wide size="tall" busy={busy} disabled={!useHydrated()}>
        Sign Up
      </Button>
    </form>
  );
}
