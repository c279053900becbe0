import { queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { SubscriptionEndpoints } from '../contract.ts';

type Subscriber = { id: string; isAdFreeSubscriber: boolean; subscriptionExpiresAt: string | null };

/**
 * The user's subscription. The key contains the user's ad-free fields, so that their change fetches it
 * again.
 */
export const subscriptionQuery = (transport: Transport, user: Subscriber) =>
  queryOptions({
    queryKey: ['subscription', user.id, user.isAdFreeSubscriber, user.subscriptionExpiresAt] as const,
    queryFn: async ({ signal }) =>
      (await apiClient<SubscriptionEndpoints>(transport).call('GET /api/subscription', {}, { signal }))
        .subscription,
    // It may have been canceled on another device.
    refetchOnMount: 'always',
  });
