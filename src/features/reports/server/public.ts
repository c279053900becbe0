import type { ServerContext } from '#platform/server/server-context.ts';
import { reportCalls } from '../contract.ts';
import { handleReport } from './handle-report.ts';
import { countOpenReports, listReports } from './list-reports.ts';
import { writeReport } from './write-report.ts';

export { forgetHandler } from './forget-handler.ts';
export { exportReports } from './export-reports.ts';

/** What people want administrators to look at, and the queue of it. */
export function mountReports(context: ServerContext): void {
  context.calls.mount(context.http, reportCalls, {
    'POST /api/reports': ({ actor, body }) => writeReport(context, actor.id, body),
    'GET /api/admin/reports': ({ query }) => listReports(context.database.orm, query),
    'GET /api/admin/reports/summary': async () => ({ open: await countOpenReports(context.database.orm) }),
    'PATCH /api/admin/reports/:id': ({ actor, params, body }) =>
      handleReport(context, actor.id, { ...params, ...body }),
  });
}
