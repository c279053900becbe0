import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failsAs } from '#platform/web/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { SupportEndpoints } from '../contract.ts';
import { supportKey, supportSummaryQuery } from './support-queries.ts';

type Deed = { verb: 'answer'; answer: string } | { verb: 'close' } | { verb: 'reopen' };

const done = { answer: 'Answer sent', close: 'Message closed', reopen: 'Message reopened' };
const notMailed = {
  title: 'Answer saved to the outbox',
  description: 'No mail server is set up. Forward it yourself.',
};

/**
 * The actions of administrators on a message. Then the data is fetched again: another administrator may have
 * been faster.
 */
export function useSupportActions(id: string, onSettling: () => void) {
  const queries = useQueryClient();
  const transport = useTransport();
  const api = apiClient<SupportEndpoints>(transport);
  const { data: summary } = useQuery({ ...supportSummaryQuery(transport), refetchOnMount: false });
  const settle = useMutation({
    mutationFn: (deed: Deed) =>
      deed.verb === 'answer'
        ? api.call('POST /api/admin/support/:id/answer', { params: { id }, body: { answer: deed.answer } })
        : deed.verb === 'close'
          ? api.call('POST /api/admin/support/:id/close', { params: { id } })
          : api.call('POST /api/admin/support/:id/reopen', { params: { id } }),
    onSuccess: (_message, { verb }) => {
      onSettling();
      toast(verb === 'answer' && summary?.mail === 'outbox' ? notMailed : { title: done[verb] });
    },
    meta: failsAs('Error'),
    onSettled: () => queries.invalidateQueries({ queryKey: supportKey }),
  });
  return {
    busy: settle.isPending,
    answer: (answer: string) => settle.mutateAsync({ verb: 'answer', answer }),
    close: () => settle.mutate({ verb: 'close' }),
    reopen: () => settle.mutate({ verb: 'reopen' }),
  };
}
