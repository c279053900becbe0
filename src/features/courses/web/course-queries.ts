import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { toCourseCode } from '#features/books/rules.ts';
import type { CourseEndpoints, CourseDetails, CourseSummary } from '../contract.ts';

export const coursesKey = ['courses'] as const;

/** The prefetched result for a course that does not exist, so that the browser does not request it again. */
export const absentCourse = null;

export const courseQuery = (transport: Transport, code: string) =>
  queryOptions({
    queryKey: [...coursesKey, 'one', code] as const,
    queryFn: ({ signal }): Promise<CourseDetails | typeof absentCourse> =>
      apiClient<CourseEndpoints>(transport).call('GET /api/courses/:code', { params: { code } }, { signal }),
  });

/** The course whose code is searched, null if it is none. */
export function searchedCourseQuery(transport: Transport, search: string) {
  const code = toCourseCode(search);
  return queryOptions({
    queryKey: ['courses', 'searched', code] as const,
    queryFn: async ({ signal }): Promise<CourseSummary | null> => {
      if (code === null) return null;
      const query = { search: code, limit: 5 };
      const found = await apiClient<CourseEndpoints>(transport).call(
        'GET /api/courses',
        { query },
        { signal },
      );
      return found.find((course) => toCourseCode(course.code) === code) ?? null;
    },
  });
}
