import type { ServerContext } from '#platform/server/server-context.ts';
import { reportEndpoints } from '../contract.ts';
import { readEvidence } from './read-evidence.ts';
import { setReportStatus } from './set-report-status.ts';
import { countOpenReports, listReports } from './list-reports.ts';
import { createReport } from './create-report.ts';

/** Mounts the endpoints of reports, and of the queue in which administrators handle them. */
export function mountReports(context: ServerContext): void {
  context.endpoints.mount(reportEndpoints, {
    'POST /api/reports': ({ actor, body }) => createReport(context, actor.id, body),
    'GET /api/admin/reports': ({ query }) => listReports(context.database.orm, query),
    'GET /api/admin/reports/summary': async () => ({ open: await countOpenReports(context.database.orm) }),
    'GET /api/admin/reports/:id/evidence': ({ actor, params }) => readEvidence(context, actor.id, params.id),
    'PATCH /api/admin/reports/:id': ({ actor, params, body }) =>
      setReportStatus(context, actor.id, { ...params, ...body }),
  });
}
