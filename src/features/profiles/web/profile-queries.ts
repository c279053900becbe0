import { queryOptions } from '@tanstack/react-query';
import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { Profile, ProfileEndpoints } from '../contract.ts';

/** The prefetched result for a user who does not exist, so that the browser does not request it again. */
export const absentProfile = null;

export const profileQuery = (transport: Transport, userId: string) =>
  queryOptions({
    queryKey: ['profiles', 'one', userId] as const,
    queryFn: ({ signal }): Promise<Profile | typeof absentProfile> =>
      createApiClient<ProfileEndpoints>(transport).call(
        'GET /api/users/:id',
        { params: { id: userId } },
        { signal },
      ),
    // Sales and reviews change it, and no message says so. What is cached shows until the response arrives.
    refetchOnMount: 'always',
  });
