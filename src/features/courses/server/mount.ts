import { PersonalCache } from '#platform/server/concurrency/personal-cache.ts';
import { busResumed } from '#platform/server/events/event-bus.ts';
import type { Handlers } from '#platform/server/http/endpoint-registry.ts';
import { ResponseCache } from '#platform/server/http/cache/response-cache.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { courseEndpoints } from '../contract.ts';
import { COURSE_SEARCH_MAX_AGE_SECONDS } from '../rules.ts';
import { coursesChanged } from './course-events.ts';
import { getCourse, listCourses } from './find-courses.ts';
import { addTakenCourse, removeTakenCourse } from './my/take-course.ts';
import { listMyCourses, type CourseAvailability } from './my/list-my-courses.ts';
import { exportCourses } from './import/export-courses.ts';
import { changeAccepts } from './import/change-lists.ts';
import { exportRefusedLines, importCourses, previewImport, wordReport } from './import/import-courses.ts';

export function mountCourses(context: ServerContext): void {
  const { endpoints, database, clock, events, localeOf } = context;
  const availability = new PersonalCache<CourseAvailability>({ clock, lifetimeMs: MINUTE_MS, users: 500 });
  const published = async <T>(changing: Promise<T>): Promise<T> => {
    const result = await changing;
    events.publish(coursesChanged, {});
    return result;
  };
  const handlers: Handlers<typeof courseEndpoints> = {
    'GET /api/courses': ({ query, cacheForSeconds }) => {
      // The list without a search is the one that administrators read again after an import.
      if (query.search !== undefined) cacheForSeconds(COURSE_SEARCH_MAX_AGE_SECONDS);
      return listCourses(database, query);
    },
    'GET /api/courses/:code': ({ params }) => getCourse(database, params.code, clock.now()),
    'GET /api/users/me/courses': ({ actor }) => listMyCourses({ database, clock, availability }, actor.id),
    'PUT /api/users/me/courses/:code': ({ actor, params }) =>
      addTakenCourse(database, { actorId: actor.id, code: params.code, now: clock.now() }),
    'DELETE /api/users/me/courses/:code': ({ actor, params }) =>
      removeTakenCourse(database, { actorId: actor.id, code: params.code }),
    'POST /api/admin/courses/preview': async ({ body, caller }) =>
      wordReport(await previewImport(database, body.csv), localeOf(caller.language)),
    'POST /api/admin/courses/refused': async ({ body, caller }) => ({
      csv: await exportRefusedLines(database, body.csv, localeOf(caller.language)),
    }),
    'POST /api/admin/courses/import': async ({ actor, body, caller }) => {
      const change = { actorId: actor.id, csv: body.csv, now: clock.now() };
      return wordReport(await published(importCourses(database, change)), localeOf(caller.language));
    },
    'PUT /api/admin/courses/:code/books/:isbn/accepts': async ({ actor, params, body }) => {
      await published(changeAccepts(database, { ...params, ...body, actorId: actor.id, now: clock.now() }));
      return body;
    },
    'GET /api/admin/courses/export': async () => ({ csv: await exportCourses(database) }),
  };
  endpoints.mount(courseEndpoints, handlers, { cache: { 'GET /api/courses': createListCache(context) } });
}

function createListCache({ clock, events, metrics, services }: ServerContext): ResponseCache {
  const lists = new ResponseCache({
    budgets: [services.caches],
    clock,
    lifetimeMs: MINUTE_MS,
    entries: 500,
    byUrl: true,
  });
  metrics.cache('course-lists', lists);
  events.subscribe(coursesChanged, () => lists.clear());
  events.subscribe(busResumed, () => lists.clear());
  return lists;
}
