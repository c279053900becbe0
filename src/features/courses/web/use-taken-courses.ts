import { useMutationState, useQueryClient, queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { failsAs } from '#platform/web/mutations/mutation-failures.ts';
import { useOrderedMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { CourseEndpoints } from '../contract.ts';
import { coursesKey } from './course-queries.ts';
import { toCourseCode } from '#features/books/rules.ts';

/** Listings of others change without an event: each view fetches again. */
export const myCoursesQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...coursesKey, 'mine'] as const,
    queryFn: ({ signal }) =>
      apiClient<CourseEndpoints>(transport).call('GET /api/users/me/courses', {}, { signal }),
    refetchOnMount: 'always',
  });

const takeCourseKey = [...coursesKey, 'take'] as const;

/** Adds or removes a course of the user, and fetches the courses again. Offline it fails at once. */
export function useTakeCourse() {
  const transport = useTransport();
  const queries = useQueryClient();
  return useOrderedMutation({
    mutationKey: takeCourseKey,
    scope: { id: takeCourseKey.join() },
    networkMode: 'always',
    mutationFn: async ({ code, taken }: CourseChange): Promise<void> => {
      const api = apiClient<CourseEndpoints>(transport);
      if (taken) await api.call('PUT /api/users/me/courses/:code', { params: { code } });
      else await api.call('DELETE /api/users/me/courses/:code', { params: { code } });
    },
    // Pending until the courses are here.
    onSuccess: () => queries.invalidateQueries({ queryKey: myCoursesQuery(transport).queryKey }),
    meta: failsAs(t('courses.take.failed')),
  });
}

/** The codes with the changes that are not saved yet. */
export function usePendingCodes(codes: readonly string[]): string[] {
  const changes = useMutationState({
    filters: { mutationKey: takeCourseKey, status: 'pending' },
    select: ({ state }) => state.variables as CourseChange,
  });
  return applyCourseChanges(codes, changes);
}

type CourseChange = { code: string; taken: boolean };

/** The courses after these changes, each once, however its code is written. */
export function applyCourseChanges(codes: readonly string[], changes: readonly CourseChange[]): string[] {
  const shown = new Map(codes.map((code) => [toCourseCode(code), code]));
  for (const { code, taken } of changes) {
    const key = toCourseCode(code);
    if (!taken) shown.delete(key);
    else if (!shown.has(key)) shown.set(key, code);
  }
  return [...shown.values()];
}
