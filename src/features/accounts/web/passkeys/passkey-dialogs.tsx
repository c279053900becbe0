import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
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
  const needsPassword = useNeedsPassword(isFirst);
  const add = (values: Values) =>
    withPasskey(transport, async () => {
      const { addPasskey } = await import('./passkey-ceremonies.ts');
      await addPasskey(transport, values);
    });
  return (
    <PasskeyForm {...ends} title="Add a passkey" action="Add" onSubmit={add}>
      <NameField name="My device" />
      {needsPassword && <CurrentPassword />}
    </PasskeyForm>
  );
}

export function RenamePasskeyDialog({ passkey, ...ends }: OfPasskey) {
  const api = createApiClient<IdentityEndpoints>(useTransport());
  const params = { id: passkey.id };
  return (
    <PasskeyForm
      {...ends}
      title="Rename passkey"
      action="Save"
      onSubmit={({ name }) => api.call('PATCH /api/users/me/passkeys/:id', { params, body: { name } })}
    >
      <NameField name={passkey.name} />
    </PasskeyForm>
  );
}

export function DeletePasskeyDialog({ passkey, ...ends }: OfPasskey) {
  const transport = useTransport();
  const api = createApiClient<IdentityEndpoints>(transport);
  const needsPassword = useNeedsPassword(false);
  const params = { id: passkey.id };
  return (
    <PasskeyForm
      {...ends}
      title={`Delete ${passkey.name}?`}
      text="You won't be able to sign in with it. Remove it from your device, too."
      action="Delete"
      danger
      onSubmit={({ password }) =>
        withPasskey(transport, () =>
          api.call('DELETE /api/users/me/passkeys/:id', { params, body: { password } }),
        )
      }
    >
      {needsPassword && <CurrentPassword />}
    </PasskeyForm>
  );
}

/** Whether the server accepts the password as a proof. */
function useNeedsPassword(isFirst: boolean): boolean {
  const api = createApiClient<AccountEndpoints>(useTransport());
  const session = useSession();
  const { data } = useQuery({
    queryKey: ['accounts', 'removal'],
    queryFn: ({ signal }) => api.call('GET /api/users/me/removal', {}, { signal }),
  });
  const isAdmin = session.status === 'signed-in' && session.user.isAdmin;
  return data?.confirmedBy === 'password' && (isFirst || !isAdmin);
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
  children: ReactNode;
  onSubmit: (values: Values) => Promise<unknown>;
};

function PasskeyForm({ title, text, action, danger, children, onSubmit, onClose, onDone }: PasskeyFormProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const values = new FormData(event.currentTarget);
    const text = (name: string) => String(values.get(name) ?? '');
    setBusy(true);
    setProblem(null);
    try {
      await onSubmit({ name: text('name'), password: text('password') || undefined });
      await onDone();
    } catch (error) {
      setProblem(describePasskeyError(error));
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} locked={busy} title={title} text={text}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {problem !== null && <InlineAlert tone="danger">{problem}</InlineAlert>}
        {children}
        <div className="ends">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={danger === true ? 'danger' : 'primary'} busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
