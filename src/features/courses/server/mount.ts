import type { ServerContext } from '#platform/server/server-context.ts';
import { courseEndpoints } from '../contract.ts';
import { getCourse, listCourses } from './find-courses.ts';

/** Mounts the endpoints of courses. */
export function mountCourses({ endpoints, database }: ServerContext): void {
  endpoints.mount(courseEndpoints, {
    'GET /api/courses': ({ query }) => listCourses(database, query),
    'GET /api/courses/:code': ({ params }) => getCourse(database, params.code),
  });
}
