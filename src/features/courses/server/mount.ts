import type { ServerContext } from '#platform/server/server-context.ts';
import { courseEndpoints } from '../contract.ts';
import { getCourse, listCourses } from './find-courses.ts';
import { addTakenCourse, removeTakenCourse } from './my/take-course.ts';
import { listMyCourses } from './my/list-my-courses.ts';
import { exportCourses } from './import/export-courses.ts';
import { importCourses, previewImport } from './import/import-courses.ts';

/** Mounts the endpoints of courses. */
export function mountCourses({ endpoints, database, clock }: ServerContext): void {
  endpoints.mount(courseEndpoints, {
    'GET /api/courses': ({ query }) => listCourses(database, query),
    'GET /api/courses/:code': ({ params }) => getCourse(database, params.code, clock.now()),
    'GET /api/users/me/courses': ({ actor }) => listMyCourses(database, actor.id, clock.now()),
    'PUT /api/users/me/courses/:code': ({ actor, params }) =>
      addTakenCourse(database, { actorId: actor.id, code: params.code, now: clock.now() }),
    'DELETE /api/users/me/courses/:code': ({ actor, params }) =>
      removeTakenCourse(database, { actorId: actor.id, code: params.code }),
    'POST /api/admin/courses/preview': ({ body }) => previewImport(database, body.csv),
    'POST /api/admin/courses/import': ({ actor, body }) =>
      importCourses(database, { actorId: actor.id, csv: body.csv, now: clock.now() }),
    'GET /api/admin/courses/export': async () => ({ csv: await exportCourses(database) }),
  });
}
