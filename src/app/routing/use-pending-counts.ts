import { useQuery } from '@tanstack/react-query';
import type { ModerationEndpoints } from '#features/moderation/contract.ts';
import { supportSummaryQuery } from '#features/support/web/support-queries.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { hasRole, type StaffRole } from '#platform/shared/team/staff-roles.ts';
import { useTransport } from '#platform/web/transport-context.tsx';

/** Counts of what waits for a member of the team; undefined until they are known, and of what the roles do not read. */
export function usePendingCounts(roles: readonly StaffRole[]): {
  support: number | undefined;
  cases: number | undefined;
} {
  const transport = useTransport();
  const support = useQuery({ ...supportSummaryQuery(transport), enabled: hasRole({ roles }, 'admin') });
  const cases = useQuery({
    queryKey: ['cases', 'summary'],
    queryFn: ({ signal }) =>
      apiClient<ModerationEndpoints>(transport).call('GET /api/staff/cases/summary', {}, { signal }),
    refetchOnMount: 'always',
    enabled: hasRole({ roles }, 'moderator'),
  });
  return { support: support.data?.open, cases: cases.data?.open };
}
