import { queryOptions } from '@tanstack/react-query';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { subscriptionApi } from './subscription-api.ts';

type Subscriber = { id: string; isAdFreeSubscriber: boolean; subscriptionExpiresAt: string | null };

/**
 * The user's subscription. The key contains the user's ad-free fields, so that their change fetches it
 * again.
 */
export const subscriptionQuery = (transport: Transport, user: Subscriber) =>
  queryOptions({
    queryKey: ['subscription', user.id, user.isAdFreeSubscriber, user.subscriptionExpiresAt] as const,
    queryFn: async ({ signal }) =>
      (await subscriptionApi(transport).call('GET /api/subscription', {}, { signal })).subscription,
    // It may have been canceled on another device.
    refetchOnMount: 'always',
  });
