import { useMutation } from '@tanstack/react-query';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { useSessionActions } from '../session/session-context.tsx';
import { describePasskeyError } from './with-passkey.ts';
import { usePasskeysHere } from './use-passkeys-here.ts';

/** Signs in without a password. Nothing where browsers have no passkeys. */
export function PasskeySignIn({ onDone }: { onDone?: (() => void) | undefined }) {
  const transport = useTransport();
  const { entered } = useSessionActions();
  const signIn = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const { signInWithPasskey } = await import('./passkey-ceremonies.ts');
      await signInWithPasskey(transport);
      await entered();
      onDone?.();
    },
    meta: { failure: (error) => [describePasskeyError(error), "You aren't signed in"] },
  });
  if (!usePasskeysHere()) return null;
  return (
    <Button
      variant="quiet"
      wide
      size="tall"
      icon="key"
      busy={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      Sign in with a passkey
    </Button>
  );
}
