import { useQuery } from '@tanstack/react-query';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { subscriptionViewAt, type SubscriptionView } from './subscription-view.ts';
import { subscriptionQuery } from './subscription-query.ts';

/**
 * The user's subscription; null if none was ever paid, undefined while loading. Also for a user who sees
 * ads: the provider may still charge.
 */
export function useSubscriptionView(user: CurrentUser): {
  shown: SubscriptionView | null | undefined;
  isPending: boolean;
  /** True during the first fetch, without a failure so far. */
  isComing: boolean;
} {
  const now = useNow();
  const { data, isPending, failureCount } = useQuery(subscriptionQuery(useTransport(), user));
  return {
    shown: data && subscriptionViewAt(data, now),
    isPending,
    isComing: isPending && failureCount === 0,
  };
}
