import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { SubscriptionEndpoints } from '../contract.ts';

export const subscriptionApi = (transport: Transport) => createApiClient<SubscriptionEndpoints>(transport);
