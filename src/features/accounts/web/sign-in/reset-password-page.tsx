import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useNavigateWhileMounted } from '#platform/web/use-navigate-while-mounted.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { BrandMark } from '#ui/layout/logo.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { Shelf } from '#ui/layout/shelf.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { IdentityEndpoints } from '../../contract.ts';
import { NewPasswordFields } from '../settings/change-password-page.tsx';
import { useSessionActions } from '../session/session-context.tsx';
import { useLinkToken } from './use-link-token.ts';
import { usePasswordForm } from '../settings/use-password-form.tsx';

const fields = ['newPassword', 'confirmPassword'] as const;

/** `/reset-password`, the target of an emailed link. */
export default function ResetPasswordPage() {
  const token = useLinkToken();
  return (
    <AppShell>
      <Main id="main" className="pad-top">
        <BrandMark />
        <div className="center">
          <h1>Choose a new password</h1>
        </div>
        <div className="panel">{token === '' ? <Ended /> : <Form token={token} />}</div>
      </Main>
      <Shelf />
    </AppShell>
  );
}

const Ended = ({ detail = 'The link may be broken.' }: { detail?: string }) => (
  <>
    <InlineAlert tone="danger">{detail}</InlineAlert>
    <LinkButton href="/forgot-password" wide size="tall">
      Request a new link
    </LinkButton>
  </>
);

function Form({ token }: { token: string | null }) {
  const transport = useTransport();
  const { entered } = useSessionActions();
  const navigate = useNavigateWhileMounted();
  const hydrated = useHydrated();
  const { form, problems, refusal, busy, submit } = usePasswordForm(fields, async ({ newPassword }) => {
    const body = { token: token ?? '', newPassword };
    const { email } = await createApiClient<IdentityEndpoints>(transport).call(
      'POST /api/auth/reset-password',
      { body },
    );
    const signedIn = await transport('POST /api/auth/sign-in/email', {
      body: { email, password: newPassword },
    })
      .then(entered)
      .then(
        () => true,
        () => false,
      );
    toast({ title: 'Password Changed', description: 'Your password has been updated successfully.' });
    navigate(signedIn ? '/' : '/sign-in', { replace: true });
  });
  if (refusal?.code === 'link-expired') return <Ended detail={refusal.detail} />;
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={(event) => void submit(event)}>
      {refusal && <InlineAlert tone="danger">{refusal.detail}</InlineAlert>}
      <NewPasswordFields problems={problems} />
      <p className="soft small">You'll be signed out on all devices.</p>
      <Button type="submit" wide size="tall" busy={busy} disabled={!hydrated}>
        {busy ? 'Changing Password...' : 'Change Password'}
      </Button>
    </form>
  );
}
