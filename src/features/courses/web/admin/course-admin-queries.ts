import { keepPreviousData } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { pagedQuery } from '#platform/web/paged-query.ts';
import type { CourseEndpoints } from '../../contract.ts';
import { coursesKey } from '../course-queries.ts';

/** All courses that fit a search, by code. */
export const allCoursesQuery = (transport: Transport, search: string) =>
  pagedQuery({
    queryKey: [...coursesKey, 'all', search] as const,
    fetchPage: (page, options) =>
      apiClient<CourseEndpoints>(transport).page(
        'GET /api/courses',
        { query: { ...(search !== '' && { search }), ...page } },
        options,
      ),
    // The previous list stays visible while the user types.
    placeholderData: keepPreviousData,
    refetchOnMount: 'always' as const,
  });
