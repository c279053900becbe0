import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toCourseCode } from '#features/books/rules.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { CourseEndpoints, CourseSummary } from '../contract.ts';
import { toCourseSearch } from '../rules.ts';
import { coursesKey } from './course-queries.ts';

const TYPING_DEBOUNCE_MS = 200;
const MAX_SUGGESTIONS = 6;

/** Courses that fit what is typed, after a pause, without those that are taken. */
export function useCourseSuggestions(
  typed: string,
  taken: ReadonlySet<string | null>,
): readonly CourseSummary[] {
  const transport = useTransport();
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(toCourseSearch(typed)), TYPING_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useQuery({
    queryKey: [...coursesKey, 'suggestions', search] as const,
    queryFn: ({ signal }) =>
      apiClient<CourseEndpoints>(transport).call(
        'GET /api/courses',
        { query: { search, limit: MAX_SUGGESTIONS } },
        { signal },
      ),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  return toCourseSearch(typed) === ''
    ? []
    : (data ?? []).filter(({ code }) => !taken.has(toCourseCode(code)));
}
