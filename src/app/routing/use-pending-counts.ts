import { useQuery } from '@tanstack/react-query';
import type { ModerationEndpoints } from '#features/moderation/contract.ts';
import { supportSummaryQuery } from '#features/support/web/support-queries.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';

/** Counts of what waits for the team; undefined until they are known. */
export function usePendingCounts(): { support: number | undefined; cases: number | undefined } {
  const transport = useTransport();
  const support = useQuery(supportSummaryQuery(transport));
  const cases = useQuery({
    queryKey: ['cases', 'summary'],
    queryFn: ({ signal }) =>
      apiClient<ModerationEndpoints>(transport).call('GET /api/staff/cases/summary', {}, { signal }),
    refetchOnMount: 'always',
  });
  return { support: support.data?.open, cases: cases.data?.open };
}
