import type { ServerContext } from '#platform/server/server-context.ts';
import { courseEndpoints } from '../contract.ts';
import { getCourse, listCourses } from './find-courses.ts';
import { exportCourses } from './import/export-courses.ts';
import { importCourses, previewImport } from './import/import-courses.ts';

/** Mounts the endpoints of courses. */
export function mountCourses({ endpoints, database, clock }: ServerContext): void {
  endpoints.mount(courseEndpoints, {
    'GET /api/courses': ({ query }) => listCourses(database, query),
    'GET /api/courses/:code': ({ params }) => getCourse(database, params.code, clock.now()),
    'POST /api/admin/courses/preview': ({ body }) => previewImport(database, body.csv),
    'POST /api/admin/courses/import': ({ actor, body }) =>
      importCourses(database, { actorId: actor.id, csv: body.csv, now: clock.now() }),
    'GET /api/admin/courses/export': async () => ({ csv: await exportCourses(database) }),
  });
}
