import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failsAs } from '#platform/web/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { ReportEndpoints } from '../contract.ts';
import type { ReportStatus } from '../rules.ts';
import { reportsKey } from './report-queries.ts';

const done: Record<ReportStatus, string> = {
  acted: 'Report resolved',
  dismissed: 'Report dismissed',
  open: 'Report reopened',
};

/** Resolves, dismisses or reopens a report, and shows the result. */
export function useSetReportStatus(id: string, onHandling: () => void) {
  const queries = useQueryClient();
  const api = apiClient<ReportEndpoints>(useTransport());
  const refetch = () => queries.invalidateQueries({ queryKey: reportsKey });
  const handling = useMutation({
    mutationFn: (status: ReportStatus) =>
      api.call('PATCH /api/admin/reports/:id', { params: { id }, body: { status } }),
    onSuccess: (_report, status) => {
      onHandling();
      toast({ title: done[status] });
    },
    meta: failsAs('Error'),
    // Another administrator may have been faster.
    onSettled: refetch,
  });
  return { busy: handling.isPending, handle: handling.mutate, refetch };
}
