import { apiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useNavigateWhileMounted } from '#platform/web/navigation/use-is-left.ts';
import { t } from '#platform/shared/texts/t.ts';
import { LinkButton } from '#ui/actions/button.tsx';
import { SubmitButton } from '#ui/actions/submit-button.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { IdentityEndpoints } from '../../contract.ts';
import { NewPasswordFields } from '../settings/change-password-page.tsx';
import { useSessionActions } from '../session/session-context.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useLinkToken } from './use-link-token.ts';
import { usePasswordForm } from '../settings/use-password-form.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

/** `/reset-password`, the target of an emailed link. */
export default function ResetPasswordPage() {
  const token = useLinkToken();
  return (
    <SignInFrame title={t('accounts.reset-password.title')}>
      {token === '' ? <Ended /> : <Form token={token} />}
    </SignInFrame>
  );
}

const Ended = ({ detail = t('accounts.reset-password.broken-link') }: { detail?: string }) => (
  <>
    <InlineAlert tone="danger">{detail}</InlineAlert>
    <LinkButton href="/forgot-password" wide size="tall">
      {t('accounts.reset-password.request')}
    </LinkButton>
  </>
);

function Form({ token }: { token: string | null }) {
  const transport = useTransport();
  const { entered } = useSessionActions();
  const navigate = useNavigateWhileMounted();
  const { field, refusal, busy, submit } = usePasswordForm('reset', async ({ newPassword }) => {
    const body = { token: token ?? '', newPassword };
    const { email, passkeysRemoved } = await apiClient<IdentityEndpoints>(transport).call(
      'POST /api/auth/reset-password',
      { body },
    );
    const signIn = transport('POST /api/auth/sign-in/email', { body: { email, password: newPassword } });
    const signedIn = await signIn.then(entered).then(
      () => true,
      () => false,
    );
    toast({
      title: t('accounts.password-changed.title'),
      description: t(
        passkeysRemoved ? 'accounts.password-changed.passkeys-lost' : 'accounts.password-changed.text',
      ),
    });
    navigate(signedIn ? '/' : '/sign-in', { replace: true });
  });
  if (refusal?.code === 'link-expired') return <Ended detail={refusal.detail} />;
  return (
    <form className={shared.stack} method="post" noValidate onSubmit={submit}>
      {refusal && <InlineAlert tone="danger">{refusal.detail}</InlineAlert>}
      <NewPasswordFields field={field} />
      <p className={cx(shared.soft, shared.small)}>{t('accounts.reset-password.consequences')}</p>
      <SubmitButton busy={busy}>
        {t(busy ? 'accounts.change-password.busy' : 'accounts.change-password.submit')}
      </SubmitButton>
    </form>
  );
}
