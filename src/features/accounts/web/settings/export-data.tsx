import { useState } from 'react';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { saveFile } from '#platform/web/save-file.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Spinner } from '#ui/actions/button.tsx';
import { ButtonItem } from '#ui/layout/list.tsx';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { toast } from '#ui/overlays/toast-store.ts';
import type { AccountEndpoints } from '../../contract.ts';

const FILE_NAME = 'bookswap-data.json';

/** Exports all data of the user as one file, created on demand. */
export function ExportData() {
  const transport = useTransport();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const start = async () => {
    if (state === 'busy') return;
    setState('busy');
    try {
      const data = await apiClient<AccountEndpoints>(transport).call('GET /api/users/me/export');
      saveFile(FILE_NAME, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
      setState('idle');
      toast({ title: 'Your data has been downloaded', description: FILE_NAME, icon: 'download' });
    } catch (error) {
      setState('failed');
      showErrorToast(failureText(error), "Your data couldn't be downloaded");
    }
  };
  const words = {
    idle: 'All your data in one JSON file',
    busy: 'Preparing your file…',
    failed: 'Something went wrong. Tap to try again.',
  };
  return (
    <ButtonItem icon="download" aria-busy={state === 'busy'} onClick={() => void start()}>
      <span className="row">
        <span className="grow">
          Export my data
          <span className="tiny soft block" role="status">
            {words[state]}
          </span>
        </span>
        {state === 'busy' && <Spinner />}
      </span>
    </ButtonItem>
  );
}
