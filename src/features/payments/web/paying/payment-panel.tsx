import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { loadStripe as LoadStripe, Stripe } from '@stripe/stripe-js';
import { t } from '#platform/shared/texts/t.ts';
import { ApiError } from '#platform/web/transport.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import type { PaymentProvider } from '../../contract.ts';
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
  const [marked] = useState(getConfirmingPayment);
  const toProfile = useReturnToProfile();
  const goesOnWith = begun.data === undefined ? null : intentIdFromSecret(begun.data.clientSecret);
  const isOver = marked !== null && (refused !== null || (goesOnWith !== null && goesOnWith !== marked));
  // The page itself asks to sign in after a sign-out.
  const hasFailed =
    begun.error !== null &&
    refused === null &&
    !(begun.error instanceof ApiError && begun.error.status === 401);
  const leaveUnpaid = useEffectEvent(() => {
    showErrorToast(offer.notBegun, t('payments.error.title'));
    toProfile();
  });
  useEffect(() => {
    if (hasFailed) leaveUnpaid();
  }, [hasFailed]);
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

/** If a firewall drops the script's packets, the browser reports neither success nor failure. */
const SCRIPT_TIMEOUT_MS = 20_000;

/** Loads the provider's script, or the sandbox's replacement. Rejects if it cannot be loaded. */
async function loadProvider({ kind, publishableKey }: PaymentProvider): Promise<Stripe> {
  if (kind === 'sandbox') {
    const { createSandboxStripe } = await import('../sandbox/sandbox-stripe.ts');
    return createSandboxStripe(publishableKey);
  }
  // This entry loads nothing on import. TypeScript cannot resolve its types from its path.
  const module: unknown = await import('@stripe/stripe-js/pure/index.mjs');
  const { loadStripe } = module as { loadStripe: typeof LoadStripe };
  const stripe = await inTime(loadStripe(publishableKey));
  if (stripe === null) throw new Error('There is no document to load the payment provider into');
  return stripe;
}

async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // Otherwise the loader, and the next attempt with it, would wait for this element indefinitely.
      document.querySelector('script[src^="https://js.stripe.com/"]')?.dispatchEvent(new Event('error'));
      reject(new Error('The script of the payment provider cannot be loaded'));
    }, SCRIPT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}
