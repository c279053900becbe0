import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { NotificationEndpoints } from '../contract.ts';

export const notificationApi = (transport: Transport) => createApiClient<NotificationEndpoints>(transport);
