import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { useNow } from '#platform/web/now.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import type { Subscription, SubscriptionEndpoints } from '../contract.ts';

/** The user's subscription. The key contains the user's ad-free fields: their change fetches it again. */
export const subscriptionQuery = (transport: Transport, user: CurrentUser) =>
  queryOptions({
    queryKey: ['subscription', user.id, user.isAdFreeSubscriber, user.subscriptionExpiresAt] as const,
    queryFn: async ({ signal }) =>
      (await apiClient<SubscriptionEndpoints>(transport).call('GET /api/subscription', {}, { signal }))
        .subscription,
    // It may have been canceled on another device.
    refetchOnMount: 'always',
  });

export type SubscriptionView = {
  state: Subscription['state'];
  /** When the next payment comes due; null where none is known. */
  renewsAt: string | null;
  /** The end while it is in the future. */
  adFreeUntil: string | null;
};

/** A period may have ended since the response, or before the server received the event. */
export function subscriptionViewAt(
  { state, paidThrough, expiresAt }: Subscription,
  now: Date,
): SubscriptionView {
  const isOver = (time: string | null) => time !== null && new Date(time) <= now;
  const adFreeUntil = isOver(expiresAt) ? null : expiresAt;
  if (state === 'active' && isOver(paidThrough)) return { state: 'renewing', renewsAt: null, adFreeUntil };
  if (state === 'ending' && isOver(expiresAt)) return { state: 'ended', renewsAt: null, adFreeUntil };
  return { state, renewsAt: state === 'active' ? paidThrough : null, adFreeUntil };
}

/** Null if none was ever paid, undefined while loading. Also where ads show: the provider may still charge. */
export function useSubscriptionView(user: CurrentUser): {
  shown: SubscriptionView | null | undefined;
  isPending: boolean;
  /** True during the first fetch, without a failure so far. */
  isComing: boolean;
  /** Without a connection and a saved response: asks again. */
  askAgain: (() => void) | null;
} {
  const now = useNow();
  const query = useQuery(subscriptionQuery(useTransport(), user));
  const { data, isPending, failureCount } = query;
  return {
    shown: data && subscriptionViewAt(data, now),
    isPending,
    isComing: isPending && failureCount === 0,
    askAgain: useOfflineRetry(query),
  };
}
