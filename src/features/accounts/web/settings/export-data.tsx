import { useMutation } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failsAs } from '#platform/web/mutation-failures.ts';
import { saveFile } from '#platform/web/save-file.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Spinner } from '#ui/actions/button.tsx';
import { ButtonItem } from '#ui/layout/list.tsx';
import { toast } from '#ui/overlays/toast-store.ts';
import type { AccountEndpoints } from '../../contract.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

const FILE_NAME = 'bookswap-data.json';

/** Exports all data of the user as one file, created on demand. */
export function ExportData() {
  const api = apiClient<AccountEndpoints>(useTransport());
  const { status, isPending, mutate } = useMutation({
    networkMode: 'always',
    mutationFn: () => api.call('GET /api/users/me/export'),
    onSuccess: (data) => {
      saveFile(FILE_NAME, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
      toast({ title: 'Your data has been downloaded', description: FILE_NAME, icon: 'download' });
    },
    meta: failsAs("Your data couldn't be downloaded"),
  });
  const words = {
    idle: 'All your data in one JSON file',
    success: 'All your data in one JSON file',
    pending: 'Preparing your file…',
    error: 'Something went wrong. Tap to try again.',
  };
  return (
    <ButtonItem icon="download" aria-busy={isPending} onClick={() => isPending || mutate()}>
      <span className={shared.row}>
        <span className={shared.grow}>
          Export my data
          <span className={cx(shared.tiny, shared.soft, shared.block)} role="status">
            {words[status]}
          </span>
        </span>
        {isPending && <Spinner />}
      </span>
    </ButtonItem>
  );
}
