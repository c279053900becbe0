import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { useSessionActions } from '#features/accounts/web/public.ts';
import { invalidateBooks } from '#features/books/web/public.ts';
import { useLive } from '#features/live/web/lazy.ts';
import { createApiClient } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { TOAST_DURATION_MS } from '#ui/overlays/toast-store.ts';
import { toast, type ToastOptions } from '#ui/overlays/toaster.tsx';
import type { Payment, PaymentEndpoints } from '../contract.ts';
import { type OffersByType, paymentToast } from './payment-toasts.ts';
import { paymentsQuery } from './payment-queries.ts';
import { retryWhileUnavailable } from './paying/retry-while-unavailable.ts';

const late: ToastOptions = {
  title: 'Your payment is being checked',
  description: 'That takes longer than usual. Nothing is lost: look here again in a few minutes.',
  icon: 'clock',
};

/** What this document has told, whatever address is come back to. */
const told = new Set<string>();

const untilVisible = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

type Settling = {
  userId: string;
  offers: OffersByType;
};

/**
 * On every arrival at the profile, and when a payment changes while it is open: asks what has become of the person's payments, tells each
 * piece of news once, and brings what it changed up to date. The address carries the payment that somebody comes from, as the provider
 * leaves it there, until that is told.
 */
export function usePaymentUpdates({ userId, offers }: Settling): void {
  const queries = useQueryClient();
  const transport = useTransport();
  const { update } = useSessionActions();
  const [, navigate] = useLocation();

  const settle = async (paymentIntentId: string | null): Promise<Payment[]> => {
    const api = createApiClient<PaymentEndpoints>(transport);
    const body = paymentIntentId === null ? {} : { paymentIntentId };
    const { news } = await api.call('POST /api/payments/settle', { body });
    const isNamed = (payment: Payment) => payment.stripePaymentIntentId === paymentIntentId;
    if (paymentIntentId === null || news.some(isNamed)) return news;
    // It was told before, but the answer went to a page that was reloaded: the address would not name it any more.
    const { items } = await api.page('GET /api/payments');
    return [...news, ...items.filter(isNamed)];
  };
  const refreshPurchases = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['payments', 'list'] }),
      queries.invalidateQueries({ queryKey: ['subscription'] }),
    ]);
  const refresh = () => Promise.all([update(), invalidateBooks(queries), refreshPurchases()]);
  /** The outage that settling has outlasted met the list as well. */
  const isListMissing = () =>
    queries.getQueryState(paymentsQuery(transport, userId).queryKey)?.status === 'error';
  const arrive = useEffectEvent(async () => {
    const paymentIntentId = new URLSearchParams(location.search).get('payment_intent');
    const settled = await retryWhileUnavailable(() => settle(paymentIntentId), {
      onlyUnavailable: paymentIntentId === null,
    });
    if (settled !== null && settled.length > 0) {
      void tell(settled, offers);
      void refresh();
    } else if (settled === null && paymentIntentId !== null) {
      toast(late);
    } else if (settled !== null && isListMissing()) {
      void refreshPurchases();
    }
    // The entry stays what it is, with the place that it was scrolled to.
    if (paymentIntentId !== null && location.pathname === '/profile')
      navigate('/profile', { replace: true, state: history.state });
  });
  useEffect(() => {
    void arrive();
  }, []);

  const listed = () => JSON.stringify(queries.getQueryData(paymentsQuery(transport, userId).queryKey)?.pages);
  const lookAgain = useEffectEvent(async () => {
    const before = listed();
    await refreshPurchases();
    // Asking the provider is said to have changed the person too: only what is new in the list is a reason to.
    if (listed() === before) return;
    // What is told where nobody looks is not heard.
    await untilVisible();
    await arrive();
  });
  const live = useLive();
  useEffect(() => {
    const ends = [live.on('user', () => void lookAgain()), live.on('missed', () => void lookAgain())];
    return () => ends.forEach((end) => end());
  }, [live]);
}

async function tell(news: readonly Payment[], offers: OffersByType): Promise<void> {
  const nameOf = ({ id, status, processing }: Payment) => `${id} ${status} ${processing}`;
  const fresh = news.filter((payment) => !told.has(nameOf(payment)));
  for (const payment of fresh) told.add(nameOf(payment));
  const words = fresh.flatMap((payment) => paymentToast(payment, offers) ?? []);
  for (const [place, each] of words.entries()) {
    // There is room for one toast.
    if (place > 0) await wait(TOAST_DURATION_MS);
    toast(each);
  }
}
