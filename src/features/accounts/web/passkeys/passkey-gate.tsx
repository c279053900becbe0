import { useQueryClient } from '@tanstack/react-query';
import { useTransport } from '#platform/web/transport-context.tsx';
import { t } from '#platform/shared/texts/t.ts';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { Button } from '#ui/actions/button.tsx';
import { Panel } from '#ui/layout/list.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import { useSessionActions } from '../session/session-context.tsx';
import { describePasskeyError } from './with-passkey.ts';
import { usePasskeysHere } from './use-passkeys-here.ts';
import shared from '#ui/shared.module.css';

/** Replaces what the server shows only after the user has used a passkey in this session. */
export function PasskeyGate({ onUsed }: { onUsed: () => void }) {
  const transport = useTransport();
  const queries = useQueryClient();
  const { update } = useSessionActions();
  const here = usePasskeysHere();
  const confirmation = useSingleMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const { confirmWithPasskey } = await import('./passkey-ceremonies.ts');
      await confirmWithPasskey(transport);
      await Promise.all([update(), queries.invalidateQueries()]);
    },
    onSuccess: onUsed,
  });
  return (
    <Panel stack>
      <h2>{t('accounts.passkey-gate.title')}</h2>
      <p className={shared.soft}>{t('accounts.passkey-gate.text')}</p>
      {confirmation.isError && (
        <InlineAlert tone="danger">{describePasskeyError(confirmation.error)}</InlineAlert>
      )}
      {here ? (
        <Button
          wide
          size="tall"
          icon="key"
          busy={confirmation.isPending}
          onClick={() => confirmation.mutate()}
        >
          {t('accounts.passkey-gate.use')}
        </Button>
      ) : (
        <InlineAlert tone="warning">{t('accounts.passkey-gate.unsupported')}</InlineAlert>
      )}
    </Panel>
  );
}
