import { queryOptions } from '@tanstack/react-query';
import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { Course, CourseEndpoints } from '../contract.ts';

/** The parent key of all queries of courses. */
export const coursesKey = ['courses'] as const;

/** The prefetched result for a course that does not exist, so that the browser does not request it again. */
export const absentCourse = null;

export const courseQuery = (transport: Transport, code: string) =>
  queryOptions({
    queryKey: [...coursesKey, 'one', code] as const,
    queryFn: ({ signal }): Promise<Course | typeof absentCourse> =>
      createApiClient<CourseEndpoints>(transport).call(
        'GET /api/courses/:code',
        { params: { code } },
        { signal },
      ),
  });
