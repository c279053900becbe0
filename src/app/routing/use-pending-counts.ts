import { useQuery } from '@tanstack/react-query';
import { reportSummaryQuery } from '#features/reports/web/report-queries.ts';
import { supportSummaryQuery } from '#features/support/web/support-queries.ts';
import { hasRole, type StaffRole } from '#platform/shared/staff-roles.ts';
import { useTransport } from '#platform/web/transport-context.tsx';

/** Counts of what waits for a member of the team; undefined until they are known, and of what the roles do not read. */
export function usePendingCounts(roles: readonly StaffRole[]): {
  support: number | undefined;
  reports: number | undefined;
} {
  const transport = useTransport();
  const support = useQuery({ ...supportSummaryQuery(transport), enabled: hasRole({ roles }, 'admin') });
  const reports = useQuery({ ...reportSummaryQuery(transport), enabled: hasRole({ roles }, 'admin') });
  return { support: support.data?.open, reports: reports.data?.open };
}
