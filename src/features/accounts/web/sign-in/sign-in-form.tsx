import { Button } from '#ui/actions/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { Link } from '#ui/actions/link.tsx';
import { PasswordField } from './password-field.tsx';
import { useCredentialsForm } from './use-credentials-form.ts';

const fields = ['email', 'password'] as const;

/** Email and password of an existing account. */
export function SignInForm({ onDone }: { onDone?: (() => void) | undefined }) {
  const { form, email, problems, busy, submit } = useCredentialsForm(
    'POST /api/auth/sign-in/email',
    fields,
    onDone,
  );
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Email"
        error={problems.email}
        data-field="email"
        defaultValue={email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField label="Password" problem={problems.password} autoComplete="current-password" />
      {/* Disabled before hydration: the browser would submit the password in the URL. */}
      <Button type="submit" wide size="tall" busy={busy} disabled={!useHydrated()}>
        Sign In
      </Button>
      <p className="small center">
        <Link className="thumb" href="/forgot-password">
          Forgot password?
        </Link>
      </p>
    </form>
  );
}
