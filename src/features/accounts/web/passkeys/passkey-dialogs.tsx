import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { formSchema } from '#platform/web/forms/form-schema.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/shared/texts/t.ts';
import { Button } from '#ui/actions/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { IdentityEndpoints } from '../../contract.ts';
import type { PasskeySummary } from '../../passkey-contract.ts';
import { confirmationQuery } from '../account-queries.ts';
import { useSession } from '../session/session-context.tsx';
import { describePasskeyError, withPasskey } from './with-passkey.ts';
import shared from '#ui/shared.module.css';
import dialogStyles from '#ui/overlays/dialog.module.css';

type DialogProps = { onClose: () => void; onDone: () => Promise<void> };
type OfPasskey = DialogProps & { passkey: PasskeySummary };
type Values = { name: string; password: string | undefined };

/** The server knows what it needs. */
const schema = formSchema(({ name, password }: { name: string; password: string }): Values => ({
  name,
  password: password || undefined,
}));
type PasskeyField = ReturnType<typeof useForm<{ name: string; password: string }, Values>>['field'];

/** `isFirst`: an admin who has one proves it with that one, not with the password. */
export function AddPasskeyDialog({ isFirst, ...ends }: DialogProps & { isFirst: boolean }) {
  const transport = useTransport();
  const proof = useProof(isFirst);
  const add = (values: Values) =>
    withPasskey(transport, async () => {
      const { addPasskey } = await import('./passkey-ceremonies.ts');
      await addPasskey(transport, values);
    });
  return (
    <PasskeyForm
      {...ends}
      title={t('accounts.passkeys.add-dialog.title')}
      action={t('accounts.passkeys.add-dialog.submit')}
      name={t('accounts.passkeys.add-dialog.default-name')}
      loading={proof === 'loading'}
      onSubmit={add}
      fields={(field) => (
        <>
          <NameField field={field} />
          {proof === 'password' && <CurrentPassword field={field} />}
        </>
      )}
    />
  );
}

export function RenamePasskeyDialog({ passkey, ...ends }: OfPasskey) {
  const transport = useTransport();
  const api = apiClient<IdentityEndpoints>(transport);
  const params = { id: passkey.id };
  return (
    <PasskeyForm
      {...ends}
      title={t('accounts.passkeys.rename-dialog.title')}
      action={t('accounts.passkeys.rename-dialog.submit')}
      onSubmit={({ name }) =>
        withPasskey(transport, () => api.call('PATCH /api/users/me/passkeys/:id', { params, body: { name } }))
      }
      name={passkey.name}
      fields={(field) => <NameField field={field} />}
    />
  );
}

export function DeletePasskeyDialog({ passkey, ...ends }: OfPasskey) {
  const transport = useTransport();
  const api = apiClient<IdentityEndpoints>(transport);
  const proof = useProof(false);
  const params = { id: passkey.id };
  return (
    <PasskeyForm
      {...ends}
      title={t('accounts.passkeys.delete-dialog.title', { name: passkey.name })}
      text={t('accounts.passkeys.delete-dialog.text')}
      action={t('accounts.passkeys.delete-dialog.submit')}
      danger
      loading={proof === 'loading'}
      onSubmit={({ password }) =>
        withPasskey(transport, () =>
          api.call('DELETE /api/users/me/passkeys/:id', { params, body: { password } }),
        )
      }
      fields={(field) => proof === 'password' && <CurrentPassword field={field} />}
    />
  );
}

type Proof = 'loading' | 'password' | 'passkey';

/** What proves to the server that the user is present. 'passkey': or a new session, for users without a password. */
function useProof(isFirst: boolean): Proof {
  const session = useSession();
  const { data, isError } = useQuery(confirmationQuery(useTransport()));
  if (session.status !== 'signed-in') return 'loading';
  if (session.user.roles.length > 0 && !isFirst) return 'passkey';
  // Unknown, so that the server decides.
  if (data === undefined) return isError ? 'password' : 'loading';
  return data.confirmedBy === 'password' ? 'password' : 'passkey';
}

const CurrentPassword = ({ field }: { field: PasskeyField }) => (
  <TextField
    {...field('password')}
    label={t('accounts.label.current-password')}
    type="password"
    autoComplete="current-password"
    maxLength={200}
  />
);

const NameField = ({ field }: { field: PasskeyField }) => (
  <TextField {...field('name')} label={t('accounts.passkeys.name')} maxLength={60} autoComplete="off" />
);

type PasskeyFormProps = DialogProps & {
  title: string;
  text?: string;
  action: string;
  danger?: boolean;
  /** Fields are missing as yet. */
  loading?: boolean;
  /** The first content of the name's field. */
  name?: string;
  fields: (field: PasskeyField) => ReactNode;
  onSubmit: (values: Values) => Promise<unknown>;
};

function PasskeyForm(props: PasskeyFormProps) {
  const { title, text, action, danger, name = '', loading, fields, onSubmit, onClose, onDone } = props;
  const { submit, field, busy, failure } = useForm(schema, {
    defaultValues: { name, password: '' },
    onSubmit: async (values) => {
      await onSubmit(values);
      await onDone();
    },
    onRefused: (error, isLeft) => {
      if (isLeft) showErrorToast(describePasskeyError(error));
    },
  });
  return (
    <Dialog open onClose={onClose} locked={busy} title={title} text={text}>
      <form className={shared.stack} noValidate onSubmit={submit}>
        {failure !== null && <InlineAlert tone="danger">{describePasskeyError(failure)}</InlineAlert>}
        {fields(field)}
        <div className={dialogStyles.actions}>
          <Button variant="quiet" onClick={onClose}>
            {t('accounts.passkeys.cancel')}
          </Button>
          <Button
            type="submit"
            variant={danger === true ? 'danger' : 'primary'}
            disabled={loading}
            busy={busy}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
