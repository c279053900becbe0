import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import { t } from '#platform/shared/texts/t.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import { intentIdFromSecret, setConfirmingPayment } from './confirming-payment.ts';
import type { Offer } from '../offer.tsx';

/** A payment that its buyer has to confirm. */
export type UnconfirmedPayment = {
  clientSecret: string;
  offer: Offer;
  onPaid: (intent: { id: string; status: string }) => void;
};

/** Confirms the payment, once for any number of taps. After a refusal the form stays usable. */
export function useConfirmPayment({ offer, clientSecret, onPaid }: UnconfirmedPayment) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  // The state is too late for the second of two taps.
  const paying = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  // The form keeps the reason until its values change: the toast goes.
  const refuse = (words: string) => {
    if (isMounted.current) setRefusal(words);
    showErrorToast(words, offer.failed);
  };
  const confirm = async (stripe: Stripe, elements: StripeElements): Promise<void> => {
    if (paying.current) return;
    paying.current = true;
    setBusy(true);
    setRefusal(null);
    setConfirmingPayment(intentIdFromSecret(clientSecret));
    try {
      const { paymentIntent, error } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: `${location.origin}/profile` },
        redirect: 'if_required',
      });
      // Paid in another tab, or before a response that was lost.
      const paidBefore = error?.payment_intent?.status === 'succeeded' ? error.payment_intent : null;
      const intent = paymentIntent ?? paidBefore;
      if (intent !== null) {
        // A user who has left the page sees the result on the profile.
        if (isMounted.current) onPaid(intent);
        return;
      }
      // The provider's text would say that nothing was charged, but perhaps only the response was lost.
      if (error?.type === 'api_connection_error') refuse(t('payments.form.connection-lost'));
      else {
        if (isMounted.current) setConfirmingPayment(null);
        // The field itself shows its validation error.
        if (error?.type !== 'validation_error') refuse(error?.message ?? t('payments.form.error'));
      }
    } catch {
      showErrorToast(t('payments.form.error'), t('payments.error.title'));
    }
    paying.current = false;
    setBusy(false);
  };
  return { busy, refusal, changed: () => setRefusal(null), confirm };
}
