import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import type { AccountEndpoints } from '../../contract.ts';
import { useSessionActions } from '../session/session-context.tsx';

type Props = {
  onClose: () => void;
  /** Called when the account is deleted and the user is signed out. */
  onGone: () => void;
};

/**
 * States the data that is deleted, and requires the password. An account without one is confirmed by its
 * email.
 */
export function DeleteAccountDialog({ onClose, onGone }: Props) {
  const { confirmedBy, problem, busy, submit } = useDeletion(onGone);
  const quiet = useRef<HTMLButtonElement>(null);
  const byEmail = confirmedBy === 'email';
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title="Delete your account?"
      text="This can't be undone."
      initialFocus={quiet}
    >
      <ul className="small goes">
        <li>Your listings, photos and favorites are deleted.</li>
        <li>Conversations are deleted for everyone.</li>
        <li>An ad-free subscription is canceled immediately. Payments aren't refunded.</li>
        <li>Payment records are kept without your name.</li>
      </ul>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={byEmail ? 'Your email' : 'Current Password'}
          name="confirm"
          type={byEmail ? 'email' : 'password'}
          autoComplete={byEmail ? 'off' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          help={byEmail ? 'Type your email to confirm.' : undefined}
          error={problem}
        />
        <div className="ends">
          <Button ref={quiet} variant="quiet" onClick={onClose}>
            Keep account
          </Button>
          <Button type="submit" variant="danger" busy={busy || confirmedBy === undefined}>
            Delete my account
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useDeletion(onGone: () => void) {
  const transport = useTransport();
  const { signOut } = useSessionActions();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const accounts = createApiClient<AccountEndpoints>(transport);
  const { data } = useQuery({
    queryKey: ['accounts', 'removal'],
    queryFn: ({ signal }) => accounts.call('GET /api/users/me/removal', {}, { signal }),
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy || data === undefined) return;
    const field = event.currentTarget.elements.namedItem('confirm') as HTMLInputElement;
    if (field.value === '') {
      setProblem(data.confirmedBy === 'email' ? 'Email is required' : 'Password is required');
      return field.focus();
    }
    setBusy(true);
    setProblem(null);
    try {
      // Signs out: this removes the cookie, and all private data on this device.
      await signOut(() => accounts.call('DELETE /api/users/me', { body: { confirm: field.value } }));
    } catch (error) {
      const detail =
        error instanceof ApiError ? error.detail : 'No connection. Your account was not deleted.';
      // The page was left meanwhile.
      if (!field.isConnected) showErrorToast(detail, "Your account wasn't deleted");
      setBusy(false);
      setProblem(detail);
      return field.focus();
    }
    onGone();
  };
  return { confirmedBy: data?.confirmedBy, problem, busy, submit };
}
