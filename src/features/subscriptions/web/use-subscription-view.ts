import { useQuery } from '@tanstack/react-query';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { subscriptionViewAt, type SubscriptionView } from './subscription-view.ts';
import { subscriptionQuery } from './subscription-query.ts';

/**
 * The person's subscription; null where there has never been a paid one, undefined while that is not known. Also of somebody who sees
 * ads: the provider may still mean to charge.
 */
export function useSubscriptionView(user: CurrentUser): {
  shown: SubscriptionView | null | undefined;
  isPending: boolean;
  /** It is being asked for the first time, and nothing has failed so far. */
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
