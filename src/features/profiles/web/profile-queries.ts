import { queryOptions } from '@tanstack/react-query';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { Profile, ProfileEndpoints } from '../contract.ts';

/** The parent key of all queries of profiles. */
export const profilesKey = ['profiles'] as const;

/** The prefetched result for a user who does not exist, so that the browser does not request it again. */
export const absentProfile = null;

export const profileQuery = (transport: Transport, userId: string) =>
  queryOptions({
    queryKey: [...profilesKey, 'one', userId] as const,
    queryFn: ({ signal }): Promise<Profile | typeof absentProfile> =>
      apiClient<ProfileEndpoints>(transport).call(
        'GET /api/users/:id',
        { params: { id: userId } },
        { signal },
      ),
    // No message tells of a change while nothing shows the profile: it is fetched again later.
    gcTime: MINUTE_MS,
  });
