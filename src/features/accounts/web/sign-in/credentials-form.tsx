import type { ReactNode } from 'react';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { Button } from '#ui/actions/button.tsx';
import { SubmitButton } from '#ui/actions/submit-button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { usePasskeysHere } from '../passkeys/use-passkeys-here.ts';
import { describePasskeyError } from '../passkeys/with-passkey.ts';
import { useSessionActions } from '../session/session-context.tsx';
import { newPasswordHelp, PasswordField } from './password-field.tsx';
import { typedDraft } from './typed-email.ts';
import shared from '#ui/shared.module.css';
import { cx } from '#ui/class-names.ts';
import signInFrameStyles from './sign-in-frame.module.css';

type CredentialsFormProps = {
  call: 'POST /api/auth/sign-in/email' | 'POST /api/auth/sign-up/email';
  withName?: boolean;
  autoComplete: { email: 'username' | 'email'; password: 'current-password' | 'new-password' };
  passwordHelp?: string;
  submitLabel: string;
  onDone: (() => void) | undefined;
  children?: ReactNode;
};

const schema = formSchema((values: { name?: string; email: string; password: string }, refuse) => {
  if (values.name?.trim() === '') refuse('name', t('accounts.field.name.required'));
  if (values.email.trim() === '') refuse('email', t('accounts.field.email.required'));
  if (values.password === '') refuse('password', t('accounts.field.password.required'));
  return values;
});

/** The form of sign-in and of sign-up, which also asks for the name. */
function CredentialsForm({ call, withName = false, onDone, ...props }: CredentialsFormProps) {
  const transport = useTransport();
  const { entered } = useSessionActions();
  const { submit, field, busy } = useForm(schema, {
    draft: typedDraft(withName),
    onSubmit: async (body) => {
      await transport(call, { body });
      await entered();
      onDone?.();
    },
    fieldsOfCodes: { 'email-taken': 'email', 'email-banned': 'email', 'invalid-credentials': 'password' },
    onRefused: showRefusal,
  });
  return (
    <form className={shared.stack} method="post" noValidate onSubmit={submit}>
      {withName && (
        <TextField {...field('name')} label={t('accounts.label.name')} autoComplete="name" maxLength={200} />
      )}
      <TextField
        {...field('email')}
        label={t('accounts.label.email')}
        type="email"
        autoComplete={props.autoComplete.email}
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...field('password')}
        label={t('accounts.label.password')}
        help={props.passwordHelp}
        autoComplete={props.autoComplete.password}
      />
      <SubmitButton busy={busy}>{props.submitLabel}</SubmitButton>
      {props.children}
    </form>
  );
}

function showRefusal(error: Error): void {
  if (error instanceof ApiError) showErrorToast(error.detail);
  else showErrorToast(t('accounts.sign-in.not-reached'), t('accounts.error.no-connection'));
}

export const SignInForm = ({ onDone }: { onDone: (() => void) | undefined }) => (
  <CredentialsForm
    call="POST /api/auth/sign-in/email"
    autoComplete={{ email: 'username', password: 'current-password' }}
    submitLabel={t('accounts.sign-in.submit')}
    onDone={onDone}
  >
    <PasskeySignIn onDone={onDone} />
    <p className={cx(shared.small, shared.center)}>
      <Link className={signInFrameStyles.link} href="/forgot-password">
        {t('accounts.sign-in.forgot-password')}
      </Link>
    </p>
  </CredentialsForm>
);

export const SignUpForm = ({ onDone }: { onDone: (() => void) | undefined }) => (
  <CredentialsForm
    call="POST /api/auth/sign-up/email"
    withName
    autoComplete={{ email: 'email', password: 'new-password' }}
    passwordHelp={newPasswordHelp()}
    submitLabel={t('accounts.sign-up.submit')}
    onDone={onDone}
  />
);

/** Signs in without a password. Nothing where browsers have no passkeys. */
function PasskeySignIn({ onDone }: { onDone?: (() => void) | undefined }) {
  const transport = useTransport();
  const { entered } = useSessionActions();
  const signIn = useSingleMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const { signInWithPasskey } = await import('../passkeys/passkey-ceremonies.ts');
      await signInWithPasskey(transport);
      await entered();
      onDone?.();
    },
    meta: { failure: (error) => [describePasskeyError(error), t('accounts.sign-in.passkey-failed')] },
  });
  if (!usePasskeysHere()) return null;
  return (
    <Button
      variant="quiet"
      wide
      size="tall"
      icon="key"
      busy={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      {t('accounts.sign-in.with-passkey')}
    </Button>
  );
}
