import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { useBack } from '#platform/web/navigation/use-back.ts';
import { useNavigateWhileMounted } from '#platform/web/navigation/use-is-left.ts';
import { t, textId } from '#platform/shared/texts/t.ts';
import { SubmitButton } from '#ui/actions/submit-button.tsx';
import { SwitchRow } from '#ui/forms/fields.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { Link } from '#ui/actions/link.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { AppShell, Main, Section } from '#ui/layout/app-shell.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { IdentityEndpoints } from '../../contract.ts';
import { describePasskeyError, withPasskey } from '../passkeys/with-passkey.ts';
import { passkeysQuery } from '../account-queries.ts';
import { useIdentityConfig, useSession } from '../session/session-context.tsx';
import { newPasswordHelp, PasswordField } from '../sign-in/password-field.tsx';
import { passwordLabels, usePasswordForm } from './use-password-form.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import linesStyles from '#ui/layout/lines.module.css';
import listStyles from '#ui/layout/list.module.css';

const tips = [
  textId('accounts.change-password.tip.length'),
  textId('accounts.change-password.tip.mix'),
  textId('accounts.change-password.tip.reuse'),
  textId('accounts.change-password.tip.secret'),
];

/** Changes the password of a user who knows the current one. */
export default function ChangePasswordPage() {
  return (
    <AppShell>
      <TitleHeader title={t('accounts.change-password.title')} back={useBack('/account-settings')} />
      <Main id="main">
        <Panel>
          <Form />
        </Panel>
        <Section title={t('accounts.change-password.tips')}>
          <ul className={cx(linesStyles.checks, listStyles.panel)}>
            {tips.map((tip) => (
              <li key={tip}>
                <Icon name="check" />
                <span>{t(tip)}</span>
              </li>
            ))}
          </ul>
        </Section>
        <InlineAlert>{t('accounts.change-password.note')}</InlineAlert>
      </Main>
    </AppShell>
  );
}

function Form() {
  const changePassword = useChangePassword();
  const hasPasskeys = useHasPasskeys();
  const [removePasskeys, setRemovePasskeys] = useState(false);
  const navigate = useNavigateWhileMounted();
  const { field, refusal, busy, submit } = usePasswordForm(
    'change',
    async ({ currentPassword, newPassword }) => {
      await changePassword({ currentPassword, newPassword, removePasskeys });
      toast({
        title: t('accounts.password-changed.title'),
        description: t(
          removePasskeys ? 'accounts.password-changed.passkeys-removed' : 'accounts.password-changed.text',
        ),
      });
      navigate('/profile');
    },
  );
  return (
    <form className={shared.stack} method="post" noValidate onSubmit={submit}>
      {refusal && (
        <InlineAlert tone="danger">
          {refusal.detail}{' '}
          {refusal.code === 'password-not-set' && (
            <Link href="/forgot-password">{t('accounts.change-password.email-link')}</Link>
          )}
        </InlineAlert>
      )}
      <PasswordField
        {...field('currentPassword')}
        label={t(passwordLabels.currentPassword)}
        autoComplete="current-password"
      />
      <NewPasswordFields field={field} />
      {hasPasskeys && (
        <SwitchRow
          label={t('accounts.change-password.remove-passkeys')}
          checked={removePasskeys}
          onChange={({ target }) => setRemovePasskeys(target.checked)}
        />
      )}
      <SubmitButton busy={busy}>
        {t(busy ? 'accounts.change-password.busy' : 'accounts.change-password.submit')}
      </SubmitButton>
    </form>
  );
}

/** False until it is known. */
function useHasPasskeys(): boolean {
  const transport = useTransport();
  const session = useSession();
  const isEmbedded = useIdentityConfig().kind === 'embedded';
  const userId = session.status === 'signed-in' ? session.user.id : '';
  const enabled = isEmbedded && userId !== '';
  const { data } = useQuery({ ...passkeysQuery(transport, userId), enabled });
  return data !== undefined && data.length > 0;
}

export function NewPasswordFields({ field }: Pick<ReturnType<typeof usePasswordForm>, 'field'>) {
  const bind = (name: 'newPassword' | 'confirmPassword') => {
    const { error, ...control } = field(name);
    return { ...control, error: error && <Lines text={error} />, label: t(passwordLabels[name]) };
  };
  return (
    <>
      <PasswordField {...bind('newPassword')} help={newPasswordHelp()} autoComplete="new-password" />
      <PasswordField {...bind('confirmPassword')} autoComplete="new-password" />
    </>
  );
}

/** A title and more below it. */
function Lines({ text }: { text: string }) {
  const [title, more] = text.split('\n');
  return (
    <span>
      {title}
      {more !== undefined && <span className={cx(shared.block, fieldStyles.remedy)}>{more}</span>}
    </span>
  );
}

type PasswordChange = { currentPassword: string; newPassword: string; removePasskeys: boolean };

/** Changes the password at its provider: the embedded one, or Clerk. */
function useChangePassword(): (change: PasswordChange) => Promise<void> {
  const identity = useIdentityConfig();
  const transport = useTransport();
  return async (change) => {
    if (identity.kind === 'clerk') {
      const { changeClerkPassword } = await import('../clerk/load-clerk.ts');
      return changeClerkPassword(identity.publishableKey, change);
    }
    const api = apiClient<IdentityEndpoints>(transport);
    await withPasskey(transport, () => api.call('POST /api/auth/change-password', { body: change })).catch(
      (error: unknown) => {
        if (!(error instanceof Error) || error.name !== 'NotAllowedError') throw error;
        // The user has canceled: shown as a refusal of the form.
        throw new ApiError(403, { code: 'passkey-required', detail: describePasskeyError(error) });
      },
    );
  };
}
