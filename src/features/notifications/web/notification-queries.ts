import { queryOptions } from '@tanstack/react-query';
import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { NotificationEndpoints } from '../contract.ts';
import { readPushStateSync, readPushState } from './push-subscription.ts';

/** How it stands with this browser: what somebody has told it meanwhile, nobody says. */
export const deviceQuery = queryOptions({
  queryKey: ['notifications', 'device'],
  queryFn: readPushState,
  placeholderData: readPushStateSync,
  gcTime: 0,
});

export const notificationSettingsQuery = (transport: Transport) =>
  queryOptions({
    queryKey: ['notifications', 'settings'],
    queryFn: ({ signal }) =>
      createApiClient<NotificationEndpoints>(transport).call(
        'GET /api/users/me/notifications',
        {},
        { signal },
      ),
  });
