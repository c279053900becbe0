import { queryOptions } from '@tanstack/react-query';
import { client, type Transport } from '#platform/shared/contract.ts';
import type { NotificationCalls } from '../contract.ts';
import { deviceAtOnce, readDevice } from './push-device.ts';

/** How it stands with this browser: what somebody has told it meanwhile, nobody says. */
export const deviceQuery = queryOptions({
  queryKey: ['notifications', 'device'],
  queryFn: readDevice,
  placeholderData: deviceAtOnce,
  gcTime: 0,
});

export const notificationSettingsQuery = (transport: Transport) =>
  queryOptions({
    queryKey: ['notifications', 'settings'],
    queryFn: ({ signal }) =>
      client<NotificationCalls>(transport).call('GET /api/users/me/notifications', {}, { signal }),
  });
