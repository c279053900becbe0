import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { CourseEndpoints } from '../../contract.ts';
import { coursesKey } from '../course-queries.ts';

/** All courses that fit a search, by code. */
export const allCoursesQuery = (transport: Transport, search: string) =>
  infiniteQueryOptions({
    queryKey: [...coursesKey, 'all', search] as const,
    queryFn: ({ pageParam, signal }) =>
      apiClient<CourseEndpoints>(transport).page(
        'GET /api/courses',
        { query: { ...(search !== '' && { search }), ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    // The previous list stays visible while the user types.
    placeholderData: keepPreviousData,
    refetchOnMount: 'always' as const,
  });
