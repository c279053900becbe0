import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { AccountEndpoints, IdentityEndpoints } from '../../contract.ts';
import type { PasskeySummary } from '../../passkey-contract.ts';
import { useSession } from '../session/session-context.tsx';
import { describePasskeyError } from './describe-passkey-error.ts';
import { withPasskey } from './with-passkey.ts';

type DialogProps = { onClose: () => void; onDone: () => Promise<void> };
type OfPasskey = DialogProps & { passkey: PasskeySummary };
type Values = { name: string; password: string | undefined };

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
    <PasskeyForm {...ends} title="Add a passkey" action="Add" loading={proof === 'loading'} onSubmit={add}>
      <NameField name="My device" />
      {proof === 'password' && <CurrentPassword />}
    </PasskeyForm>
  );
}

export function RenamePasskeyDialog({ passkey, ...ends }: OfPasskey) {
  const transport = useTransport();
  const api = apiClient<IdentityEndpoints>(transport);
  const params = { id: passkey.id };
  return (
    <PasskeyForm
      {...ends}
      title="Rename passkey"
      action="Save"
      onSubmit={({ name }) =>
        withPasskey(transport, () => api.call('PATCH /api/users/me/passkeys/:id', { params, body: { name } }))
      }
    >
      <NameField name={passkey.name} />
    </PasskeyForm>
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
      title={`Delete ${passkey.name}?`}
      text="You won't be able to sign in with it. Remove it from your device, too."
      action="Delete"
      danger
      loading={proof === 'loading'}
      onSubmit={({ password }) =>
        withPasskey(transport, () =>
          api.call('DELETE /api/users/me/passkeys/:id', { params, body: { password } }),
        )
      }
    >
      {proof === 'password' && <CurrentPassword />}
    </PasskeyForm>
  );
}

type Proof = 'loading' | 'password' | 'passkey';

/**
 * What the server accepts as a proof that the user is present. 'passkey': also for users without a password,
 * for whom a new session is enough.
 */
function useProof(isFirst: boolean): Proof {
  const api = apiClient<AccountEndpoints>(useTransport());
  const session = useSession();
  const { data, isError } = useQuery({
    queryKey: ['accounts', 'removal'],
    queryFn: ({ signal }) => api.call('GET /api/users/me/removal', {}, { signal }),
  });
  if (session.status !== 'signed-in') return 'loading';
  if (session.user.isAdmin && !isFirst) return 'passkey';
  // Unknown, so that the server decides.
  if (data === undefined) return isError ? 'password' : 'loading';
  return data.confirmedBy === 'password' ? 'password' : 'passkey';
}

const NameField = ({ name }: { name: string }) => (
  <TextField label="Name" name="name" defaultValue={name} maxLength={60} autoComplete="off" />
);

const CurrentPassword = () => (
  <TextField
    label="Current Password"
    name="password"
    type="password"
    autoComplete="current-password"
    maxLength={200}
  />
);

type PasskeyFormProps = DialogProps & {
  title: string;
  text?: string;
  action: string;
  danger?: boolean;
  /** Fields are missing as yet. */
  loading?: boolean;
  children: ReactNode;
  onSubmit: (values: Values) => Promise<unknown>;
};

function PasskeyForm(props: PasskeyFormProps) {
  const { title, text, action, danger, loading, children, onSubmit, onClose, onDone } = props;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const values = new FormData(event.currentTarget);
    const text = (name: string) => String(values.get(name) ?? '');
    setBusy(true);
    setError(null);
    try {
      await onSubmit({ name: text('name'), password: text('password') || undefined });
      await onDone();
    } catch (cause) {
      const description = describePasskeyError(cause);
      // The page was left meanwhile.
      if (form.current === null) showErrorToast(description);
      setError(description);
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} locked={busy} title={title} text={text}>
      <form ref={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {error !== null && <InlineAlert tone="danger">{error}</InlineAlert>}
        {children}
        <div className="ends">
          <Button variant="quiet" onClick={onClose}>
            Cancel
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
