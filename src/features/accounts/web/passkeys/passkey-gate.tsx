import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { describePasskeyError } from './describe-passkey-error.ts';
import { usePasskeysHere } from './use-passkeys-here.ts';

/** In place of what the server shows after the user has used a passkey in this session. */
export function PasskeyGate() {
  const transport = useTransport();
  const queries = useQueryClient();
  const here = usePasskeysHere();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    try {
      const { confirmWithPasskey } = await import('./passkey-ceremonies.ts');
      await confirmWithPasskey(transport);
      await queries.invalidateQueries();
    } catch (cause) {
      setError(describePasskeyError(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="panel stack">
      <h2>Use your passkey</h2>
      <p className="soft">You added a passkey, so the dashboard needs it.</p>
      {error !== null && <InlineAlert tone="danger">{error}</InlineAlert>}
      {here ? (
        <Button wide size="tall" icon="key" busy={busy} onClick={() => void confirm()}>
          Use passkey
        </Button>
      ) : (
        <InlineAlert tone="warning">
          Passkeys don&apos;t work in this browser or at this address. Open BookSwap where you added yours.
        </InlineAlert>
      )}
    </div>
  );
}
