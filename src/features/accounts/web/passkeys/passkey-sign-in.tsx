import { useState } from 'react';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { useSessionActions } from '../session/session-context.tsx';
import { describePasskeyError } from './describe-passkey-error.ts';
import { usePasskeysHere } from './use-passkeys-here.ts';

/** Signs in without a password. Nothing where browsers have no passkeys. */
export function PasskeySignIn({ onDone }: { onDone?: (() => void) | undefined }) {
  const transport = useTransport();
  const { entered } = useSessionActions();
  const [busy, setBusy] = useState(false);
  if (!usePasskeysHere()) return null;
  const signIn = async () => {
    setBusy(true);
    try {
      const { signInWithPasskey } = await import('./passkey-ceremonies.ts');
      await signInWithPasskey(transport);
      await entered();
      onDone?.();
    } catch (error) {
      const description = describePasskeyError(error);
      showErrorToast(description, "You aren't signed in");
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="quiet" wide size="tall" icon="key" busy={busy} onClick={() => void signIn()}>
      Sign in with a passkey
    </Button>
  );
}
