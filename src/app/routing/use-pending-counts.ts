import { useQuery } from '@tanstack/react-query';
import { reportSummaryQuery } from '#features/reports/web/report-queries.ts';
import { supportSummaryQuery } from '#features/support/web/support-queries.ts';
import { useTransport } from '#platform/web/transport-context.tsx';

/** Counts of what waits for an administrator; undefined until they are known. */
export function usePendingCounts(): { support: number | undefined; reports: number | undefined } {
  const transport = useTransport();
  const support = useQuery(supportSummaryQuery(transport));
  const reports = useQuery(reportSummaryQuery(transport));
  return { support: support.data?.open, reports: reports.data?.open };
}
