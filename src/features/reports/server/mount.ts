import { nowIfAny } from '#platform/server/jobs/scheduled-work.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { reportEndpoints } from '../contract.ts';
import { createReport } from './create-report.ts';
import { addOlderReports, selectOlderReports } from './add-older-reports.ts';

/** Mounts the endpoint of reports, which cases collect. */
export async function mountReports(context: ServerContext): Promise<void> {
  const { endpoints, jobs } = context;
  await jobs.schedule('add-older-reports', '* * * * *', () => addOlderReports(context), {
    due: selectOlderReports,
    nextDue: nowIfAny(selectOlderReports),
  });
  endpoints.mount(reportEndpoints, {
    'POST /api/reports': ({ actor, body }) => createReport(context, actor.id, body),
  });
}
