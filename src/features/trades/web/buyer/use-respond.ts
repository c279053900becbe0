import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failsAs } from '#platform/web/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { keepFocus } from '#ui/layout/keep-focus.ts';
import { invalidateTrades } from '../trade-queries.ts';
import type { TradeEndpoints } from '../../contract.ts';

/** Responds to one question at a time. */
export function useRespond(onDone?: () => void) {
  const queries = useQueryClient();
  const transport = useTransport();
  const response = useMutation({
    mutationFn: ({ id, received }: { id: string; received: boolean }) =>
      apiClient<TradeEndpoints>(transport).call('POST /api/named-sales/:id/response', {
        params: { id },
        body: { received },
      }),
    networkMode: 'always',
    onSuccess: () => onDone?.(),
    meta: failsAs('Something went wrong'),
    onSettled: () => invalidateTrades(queries).then(keepFocus),
  });
  return {
    respond: (id: string, received: boolean) => {
      if (!response.isPending) response.mutate({ id, received });
    },
    isBusy: (received: boolean) => response.isPending && response.variables.received === received,
  };
}
