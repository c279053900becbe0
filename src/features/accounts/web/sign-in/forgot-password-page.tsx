import { useEffect, useRef, useState } from 'react';
import { Redirect } from 'wouter';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import { requiredTexts } from '#platform/web/forms/form-schema.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { rich } from '#platform/shared/texts/rich.ts';
import { t, textId } from '#platform/shared/texts/t.ts';
import { SubmitButton } from '#ui/actions/submit-button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Link } from '#ui/actions/link.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import type { IdentityEndpoints } from '../../contract.ts';
import { useIdentityConfig } from '../session/session-context.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { lastTypedEmail } from './typed-email.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

/** `/forgot-password`: the response is the same with and without an account. */
export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  // Clerk's widgets reset passwords themselves.
  if (useIdentityConfig().kind === 'clerk') return <Redirect to="/sign-in" replace />;
  return (
    <SignInFrame title={t('accounts.forgot-password.title')} text={t('accounts.forgot-password.text')}>
      {sentTo === null ? <Form onSent={setSentTo} /> : <Sent email={sentTo} />}
      <p className={cx(shared.small, shared.soft, shared.center)}>
        {rich('accounts.forgot-password.remembered', {
          link: (label) => <Link href="/sign-in">{label}</Link>,
        })}
      </p>
    </SignInFrame>
  );
}

/** Replaces the form and takes over its focus. */
function Sent({ email }: { email: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={place} tabIndex={-1}>
      <InlineAlert tone="positive" icon="mail" announced>
        {t('accounts.forgot-password.sent', { email })}
      </InlineAlert>
    </div>
  );
}

const schema = requiredTexts({ email: textId('accounts.field.email.required') });

function Form({ onSent }: { onSent: (email: string) => void }) {
  const api = apiClient<IdentityEndpoints>(useTransport());
  const typedEmail = lastTypedEmail();
  const { submit, field, busy } = useForm(schema, {
    ...(typedEmail !== '' && { defaultValues: { email: typedEmail } }),
    onSubmit: async (input) => {
      const email = input.email.trim();
      await api.call('POST /api/auth/forgot-password', { body: { email } });
      onSent(email);
    },
    onRefused: showFailureToast,
  });
  return (
    <form className={shared.stack} method="post" noValidate onSubmit={submit}>
      <TextField
        {...field('email')}
        label={t('accounts.label.email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SubmitButton busy={busy}>{t('accounts.forgot-password.submit')}</SubmitButton>
    </form>
  );
}

function showFailureToast(error: unknown): void {
  if (error instanceof ApiError) showErrorToast(error.detail);
  else showErrorToast(t('accounts.forgot-password.not-reached'), t('accounts.error.no-connection'));
}
