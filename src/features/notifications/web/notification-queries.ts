import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { NotificationEndpoints } from '../contract.ts';
import { readPushStateSync, readPushState } from './push-subscription.ts';

/** The state of notifications in this browser. No event reports changes in the browser's settings. */
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
      apiClient<NotificationEndpoints>(transport).call('GET /api/users/me/notifications', {}, { signal }),
  });
