import { useMutation, useQueryClient, queryOptions } from '@tanstack/react-query';
import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { CourseEndpoints } from '../contract.ts';
import { coursesKey } from './course-queries.ts';

/** Listings of others change without an event: each view fetches again. */
export const myCoursesQuery = (transport: Transport) =>
  queryOptions({
    queryKey: [...coursesKey, 'mine'] as const,
    queryFn: ({ signal }) =>
      createApiClient<CourseEndpoints>(transport).call('GET /api/users/me/courses', {}, { signal }),
    refetchOnMount: 'always',
  });

/** Adds or removes a course of the user, and fetches the courses again. */
export function useTakeCourse() {
  const transport = useTransport();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ code, taken }: { code: string; taken: boolean }): Promise<void> => {
      const api = createApiClient<CourseEndpoints>(transport);
      if (taken) await api.call('PUT /api/users/me/courses/:code', { params: { code } });
      else await api.call('DELETE /api/users/me/courses/:code', { params: { code } });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [...coursesKey, 'mine'] }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: "Your courses weren't changed",
        description: failureText(error),
      }),
  });
}
