import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '#platform/web/transport.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import type { PaymentProvider } from '../../contract.ts';
import { loadProvider } from './load-provider.ts';
import type { Offer } from '../offer.tsx';
import { intentIdFromSecret, getConfirmingPayment } from './confirming-payment.ts';
import { FormFailure, Preparing, WaitingForConnection } from './payment-states.tsx';
import { useReturnToProfile } from './use-return-to-profile.ts';
import listStyles from '#ui/layout/list.module.css';

type PaymentPanelProps = {
  offer: Offer;
  provider: PaymentProvider;
  /** Identifies the purchase in cache keys. */
  about: string;
  /** Starts the payment or continues the pending one. */
  begin: () => Promise<{ clientSecret: string }>;
  /** What stands here when the server refuses for a reason that is known; null where it is none. */
  refusal: (error: ApiError) => ReactNode;
};

/** Prepares the payment and shows its form. */
export function PaymentPanel({ offer, provider, about, begin, refusal }: PaymentPanelProps) {
  const begun = useQuery({
    queryKey: ['payments', 'begun', offer.type, about],
    queryFn: begin,
    // A secret is of use for one visit.
    gcTime: 0,
  });
  const form = useQuery({
    queryKey: ['payments', 'form', provider.kind, provider.publishableKey],
    queryFn: async () => {
      const [module, stripe] = await Promise.all([import('./payment-form.tsx'), loadProvider(provider)]);
      return { PaymentForm: module.default, stripe };
    },
    structuralSharing: false,
  });
  const refused = begun.error instanceof ApiError ? refusal(begun.error) : null;
  useLeaveOn(refused === null ? begun.error : null, offer);
  const [marked] = useState(getConfirmingPayment);
  const toProfile = useReturnToProfile();
  const goesOnWith = begun.data === undefined ? null : intentIdFromSecret(begun.data.clientSecret);
  const isOver = marked !== null && (refused !== null || (goesOnWith !== null && goesOnWith !== marked));
  const leave = useEffectEvent(() => toProfile(`?payment_intent=${marked}`));
  useEffect(() => {
    // The page was reloaded during the payment, which needs no more input: the profile shows its result.
    if (isOver) leave();
  }, [isOver]);

  if (refused !== null) return refused;
  return (
    <div className={listStyles.panel} tabIndex={-1}>
      {begun.data !== undefined && form.data !== undefined && !isOver ? (
        <form.data.PaymentForm
          stripe={form.data.stripe}
          clientSecret={begun.data.clientSecret}
          offer={offer}
          onPaid={({ id, status }) => {
            const query = new URLSearchParams({ payment_intent: id, redirect_status: status });
            // Only the profile shows the result: it also covers reloads, redirects and closed tabs.
            toProfile(`?${query}`);
          }}
        />
      ) : form.isError ? (
        <FormFailure
          unpaid={begun.isSuccess}
          retrying={form.isFetching}
          onRetry={() => void form.refetch()}
        />
      ) : begun.isPaused || form.isPaused ? (
        <WaitingForConnection />
      ) : (
        <Preparing />
      )}
    </div>
  );
}

/** Shows that a payment could not be started, and leaves for the profile. */
function useLeaveOn(error: Error | null, offer: Offer): void {
  const toProfile = useReturnToProfile();
  const leave = useEffectEvent(() => {
    showErrorToast(offer.notBegun, 'Error');
    toProfile();
  });
  useEffect(() => {
    // The page itself asks to sign in after a sign-out.
    if (error !== null && !(error instanceof ApiError && error.status === 401)) leave();
  }, [error]);
}
