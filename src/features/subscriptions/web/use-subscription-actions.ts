import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#features/accounts/contract.ts';
import { useSessionActions } from '#features/accounts/web/public.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failsUnlessRefused } from '#platform/web/mutation-failures.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { toast } from '#ui/overlays/toaster.tsx';
import type { SubscriptionEndpoints } from '../contract.ts';
import { subscriptionQuery } from './subscription-view.ts';

/** Ending a subscription with the time that is paid, and undoing that. */
export function useSubscriptionActions(user: CurrentUser) {
  const queries = useQueryClient();
  const transport = useTransport();
  const api = apiClient<SubscriptionEndpoints>(transport);
  const { update } = useSessionActions();
  const { queryKey } = subscriptionQuery(transport, user);

  const resume = useMutation({
    mutationFn: () => api.call('POST /api/subscription/resume'),
    onSuccess: ({ subscription }) => {
      queries.setQueryData(queryKey, subscription);
      toast({ title: 'Subscription resumed', description: 'It renews every month.' });
    },
    meta: failsUnlessRefused('Failed to resume ad-free. Please try again.'),
  });
  const cancel = useMutation({
    mutationFn: () => api.call('POST /api/subscription/cancel'),
    onSuccess: ({ subscription }) => {
      queries.setQueryData(queryKey, subscription);
      toast(
        subscription.state === 'ending'
          ? {
              title: 'Ad-free canceled',
              description: "You'll stay ad-free until the end of the period you paid for.",
              action: { label: 'Undo', onAction: () => resume.mutate() },
            }
          : { title: 'Ad-free canceled', description: "You won't be charged again." },
      );
      void update();
    },
    meta: failsUnlessRefused('Failed to cancel ad-free. Please try again.'),
  });
  return { cancel, resume };
}
