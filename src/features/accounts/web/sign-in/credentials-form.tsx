import type { ReactNode } from 'react';
import { Button } from '#ui/actions/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { PasswordField } from './password-field.tsx';
import { type CredentialField, type CredentialsCall, useCredentialsForm } from './use-credentials-form.ts';

type CredentialsFormProps = {
  call: CredentialsCall;
  fields: readonly CredentialField[];
  /** What the browser fills in. */
  autoComplete: { email: 'username' | 'email'; password: 'current-password' | 'new-password' };
  passwordHelp?: string;
  submitLabel: string;
  onDone: (() => void) | undefined;
  /** Below the button. */
  children?: ReactNode;
};

/** The form of sign-in and of sign-up, which also asks for the name. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { fields, autoComplete, passwordHelp } = props;
  const { form, email, problems, busy, submit } = useCredentialsForm(props.call, fields, props.onDone);
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={(event) => void submit(event)}>
      {fields.includes('name') && (
        <TextField label="Name" error={problems.name} data-field="name" autoComplete="name" maxLength={200} />
      )}
      <TextField
        label="Email"
        error={problems.email}
        data-field="email"
        defaultValue={email}
        type="email"
        autoComplete={autoComplete.email}
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        label="Password"
        {...(passwordHelp && { help: passwordHelp })}
        problem={problems.password}
        autoComplete={autoComplete.password}
      />
      {/* Disabled before hydration: the browser would submit the password in the URL. */}
      <Button type="submit" wide size="tall" busy={busy} disabled={!useHydrated()}>
        {props.submitLabel}
      </Button>
      {props.children}
    </form>
  );
}
