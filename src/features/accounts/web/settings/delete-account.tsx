import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { failsWith } from '#platform/web/mutations/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { t } from '#platform/shared/texts/t.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { Button } from '#ui/actions/button.tsx';
import { ButtonItem } from '#ui/layout/list.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { AccountEndpoints } from '../../contract.ts';
import { confirmationQuery } from '../account-queries.ts';
import { isPasskeyUnused, withPasskey } from '../passkeys/with-passkey.ts';
import { storePendingIntent } from '../session/pending-intent.ts';
import { useSessionActions } from '../session/session-context.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import dialogStyles from '#ui/overlays/dialog.module.css';
import styles from './delete-account.module.css';

/** Opens the dialog with the page: for the return from the sign-in that the deletion requires. */
const OPEN_PARAM = 'delete-account';

export function DeleteAccount({ onGone }: { onGone: () => void }) {
  const [path, navigate] = useLocation();
  const isReturn = new URLSearchParams(useSearch()).has(OPEN_PARAM);
  const [open, setOpen] = useState(isReturn);
  const close = () => {
    setOpen(false);
    if (isReturn) navigate(path, { replace: true });
  };
  return (
    <>
      <ButtonItem icon="trash" danger onClick={() => setOpen(true)}>
        {t('accounts.delete-account.label')}
        <span className={cx(shared.tiny, shared.soft, shared.block)}>
          {t('accounts.delete-account.help')}
        </span>
      </ButtonItem>
      {open && <DeleteAccountDialog onClose={close} onGone={onGone} returnPath={`${path}?${OPEN_PARAM}`} />}
    </>
  );
}

type Props = {
  onClose: () => void;
  onGone: () => void;
  /** Where this dialog opens with the page, after the user has signed in again. */
  returnPath: string;
};

/** Requires the password; of an account without one its email, soon after a sign-in or the use of a passkey. */
function DeleteAccountDialog({ onClose, onGone, returnPath }: Props) {
  const { confirmedBy, field, busy, mustSignIn, submit } = useDeletion(onGone);
  const quiet = useRef<HTMLButtonElement>(null);
  const byEmail = confirmedBy === 'email';
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={t('accounts.delete-account.title')}
      text={t('accounts.delete-account.text')}
      initialFocus={quiet}
    >
      <ul className={cx(shared.small, styles.consequences)}>
        <li>{t('accounts.delete-account.listings')}</li>
        <li>{t('accounts.delete-account.conversations')}</li>
        <li>{t('accounts.delete-account.subscription')}</li>
        <li>{t('accounts.delete-account.payments')}</li>
      </ul>
      {mustSignIn ? (
        <SignInAgain onClose={onClose} returnPath={returnPath} />
      ) : (
        <form className={shared.stack} noValidate onSubmit={submit}>
          <TextField
            {...field('confirm')}
            label={t(byEmail ? 'accounts.delete-account.your-email' : 'accounts.label.current-password')}
            type={byEmail ? 'email' : 'password'}
            autoComplete={byEmail ? 'off' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            help={byEmail ? t('accounts.delete-account.type-email') : undefined}
          />
          <div className={dialogStyles.actions}>
            <Button ref={quiet} variant="quiet" onClick={onClose}>
              {t('accounts.delete-account.cancel')}
            </Button>
            <Button type="submit" variant="danger" busy={busy || confirmedBy === undefined}>
              {t('accounts.delete-account.submit')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** Signs out and leads through the sign-in back to this dialog. */
function SignInAgain({ onClose, returnPath }: Pick<Props, 'onClose' | 'returnPath'>) {
  const { signOut } = useSessionActions();
  const [, navigate] = useLocation();
  const again = useRef<HTMLButtonElement>(null);
  // The focused button of the form is gone.
  useEffect(() => again.current?.focus(), []);
  const leave = useSingleMutation({
    networkMode: 'always',
    mutationFn: () => signOut(),
    meta: failsWith(t('accounts.sign-out.failed')),
    onSuccess: () => {
      // The sign-out clears the storage, so the intent is stored after it. The page has sent the visitor to Home.
      storePendingIntent({ kind: 'route', path: returnPath });
      navigate('/sign-in');
    },
  });
  return (
    <div className={shared.stack}>
      <InlineAlert tone="warning" announced>
        {t('accounts.delete-account.sign-in-first')}
      </InlineAlert>
      <div className={dialogStyles.actions}>
        <Button variant="quiet" onClick={onClose}>
          {t('accounts.delete-account.cancel')}
        </Button>
        <Button ref={again} busy={leave.isPending} onClick={() => leave.mutate()}>
          {t('accounts.delete-account.sign-in-again')}
        </Button>
      </div>
    </div>
  );
}

function useDeletion(onGone: () => void) {
  const transport = useTransport();
  const accounts = apiClient<AccountEndpoints>(transport);
  const { signOut } = useSessionActions();
  const { data } = useQuery(confirmationQuery(transport));
  const schema = formSchema((values: { confirm: string }, refuse) => {
    if (values.confirm === '')
      refuse(
        'confirm',
        t(
          data?.confirmedBy === 'email'
            ? 'accounts.field.email.required'
            : 'accounts.field.password.required',
        ),
      );
    return values;
  });
  const form = useForm(schema, {
    defaultValues: { confirm: '' },
    onSubmit: async (body) => {
      // Signs out: this removes the cookie, and all private data on this device.
      await signOut(() => withPasskey(transport, () => accounts.call('DELETE /api/users/me', { body })));
      onGone();
    },
    onRefused: (error, isLeft) => {
      const message = error instanceof ApiError ? error.detail : t('accounts.delete-account.not-reached');
      if (isLeft) showErrorToast(message, t('accounts.delete-account.failed'));
      else if (!isSignInRequired(error)) form.setError('confirm', { message }, { shouldFocus: true });
    },
  });
  const submit = (event: FormEvent) => {
    if (data !== undefined) form.submit(event);
    else event.preventDefault();
  };
  return { ...form, submit, confirmedBy: data?.confirmedBy, mustSignIn: isSignInRequired(form.failure) };
}

/** Also of a user whose passkey is not at hand: the sign-in has other ways. */
const isSignInRequired = (error: unknown): boolean =>
  isPasskeyUnused(error) || (error instanceof ApiError && error.code === 'sign-in-again');
