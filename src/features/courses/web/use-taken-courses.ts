import { useMutation, useMutationState, useQueryClient, queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { failsAs } from '#platform/web/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { CourseEndpoints } from '../contract.ts';
import { applyCourseChanges, type CourseChange } from './apply-course-changes.ts';
import { coursesKey } from './course-queries.ts';

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
  return useMutation({
    mutationKey: takeCourseKey,
    networkMode: 'always',
    mutationFn: async ({ code, taken }: CourseChange): Promise<void> => {
      const api = apiClient<CourseEndpoints>(transport);
      if (taken) await api.call('PUT /api/users/me/courses/:code', { params: { code } });
      else await api.call('DELETE /api/users/me/courses/:code', { params: { code } });
    },
    // Pending until the courses are here.
    onSuccess: () => queries.invalidateQueries({ queryKey: myCoursesQuery(transport).queryKey }),
    meta: failsAs("Your courses weren't changed"),
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
