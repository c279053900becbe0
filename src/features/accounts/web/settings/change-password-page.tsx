import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTransport } from '#platform/web/transport-context.tsx';
import { ApiError } from '#platform/web/transport.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { useBack } from '#platform/web/navigation/use-back.ts';
import { useNavigateWhileMounted } from '#platform/web/navigation/use-is-left.ts';
import { Button } from '#ui/actions/button.tsx';
import { SwitchRow } from '#ui/forms/fields.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
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
import { NEW_PASSWORD_HELP, PasswordField } from '../sign-in/password-field.tsx';
import { passwordNames, usePasswordForm } from './use-password-form.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import fieldStyles from '#ui/forms/field.module.css';
import linesStyles from '#ui/layout/lines.module.css';
import listStyles from '#ui/layout/list.module.css';

const tips = [
  'Use at least 8 characters',
  'Mix letters, numbers and symbols',
  "Don't reuse a password",
  'Keep it to yourself: BookSwap will never ask for it',
];

/** Changes the password of a user who knows the current one. */
export default function ChangePasswordPage() {
  return (
    <AppShell>
      <TitleHeader title="Change Password" back={useBack('/account-settings')} />
      <Main id="main">
        <Panel>
          <Form />
        </Panel>
        <Section title="Security Tips">
          <ul className={cx(linesStyles.checks, listStyles.panel)}>
            {tips.map((tip) => (
              <li key={tip}>
                <Icon name="check" />
                <span>{tip}</span>
              </li>
            ))}
          </ul>
        </Section>
        <InlineAlert>Changing your password signs out your other devices.</InlineAlert>
      </Main>
    </AppShell>
  );
}

function Form() {
  const changePassword = useChangePassword();
  const hasPasskeys = useHasPasskeys();
  const [removePasskeys, setRemovePasskeys] = useState(false);
  const navigate = useNavigateWhileMounted();
  const hydrated = useHydrated();
  const { field, refusal, busy, submit } = usePasswordForm(
    'change',
    async ({ currentPassword, newPassword }) => {
      await changePassword({ currentPassword, newPassword, removePasskeys });
      const removed = removePasskeys ? ' Your passkeys were removed.' : '';
      const description = `Your password has been updated successfully.${removed}`;
      toast({ title: 'Password Changed', description });
      navigate('/profile');
    },
  );
  return (
    <form className={shared.stack} method="post" noValidate onSubmit={submit}>
      {refusal && (
        <InlineAlert tone="danger">
          {refusal.detail}{' '}
          {refusal.code === 'password-not-set' && <Link href="/forgot-password">Email me a reset link</Link>}
        </InlineAlert>
      )}
      <PasswordField
        {...field('currentPassword')}
        label={passwordNames.currentPassword}
        autoComplete="current-password"
      />
      <NewPasswordFields field={field} />
      {hasPasskeys && (
        <SwitchRow
          label="Also remove my passkeys"
          checked={removePasskeys}
          onChange={({ target }) => setRemovePasskeys(target.checked)}
        />
      )}
      <Button type="submit" wide size="tall" busy={busy} disabled={!hydrated}>
        {busy ? 'Changing Password...' : 'Change Password'}
      </Button>
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
    return { ...control, error: error && <Lines text={error} />, label: passwordNames[name] };
  };
  return (
    <>
      <PasswordField {...bind('newPassword')} help={NEW_PASSWORD_HELP} autoComplete="new-password" />
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
