import type { ServerContext } from '#platform/server/server-context.ts';
import { coverageEndpoints } from '../contract.ts';
import { writeCoverage } from './export-coverage.ts';
import { countCoverage, listCoverage, listSoughtBooks, measureCourses } from './measure-coverage.ts';

export function mountCoverage(context: ServerContext): void {
  context.endpoints.mount(coverageEndpoints, {
    'GET /api/admin/courses/coverage': ({ query }) => listCoverage(context, query),
    'GET /api/admin/courses/coverage/totals': () => countCoverage(context),
    'GET /api/admin/courses/coverage/missing': () => listSoughtBooks(context),
    'GET /api/admin/courses/coverage/export': async () => ({
      csv: writeCoverage(await measureCourses(context)),
    }),
  });
}
