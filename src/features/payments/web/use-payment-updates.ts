import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { useSessionActions } from '#features/accounts/web/public.ts';
import { invalidateBooks } from '#features/books/web/public.ts';
import { useLive } from '#features/live/web/lazy.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { TOAST_DURATION_MS } from '#ui/overlays/toast-store.ts';
import { toast, type ToastOptions } from '#ui/overlays/toaster.tsx';
import type { PaymentEndpoints, Payment } from '../contract.ts';
import type { OffersByType } from './offer.tsx';
import { paymentToast } from './payment-texts.ts';
import { paymentsQuery } from './payment-queries.ts';
import { retryWhileUnavailable } from './paying/retry-while-unavailable.ts';

const slowPaymentToast = (): ToastOptions => ({
  title: t('payments.slow.title'),
  description: t('payments.slow.text'),
  icon: 'clock',
});

/** Results announced in this document. */
const announcedPaymentIds = new Set<string>();

const untilVisible = (): Promise<void> =>
  new Promise((resolve) => {
    const checkVisibility = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', checkVisibility);
      resolve();
    };
    document.addEventListener('visibilitychange', checkVisibility);
    checkVisibility();
  });

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Runs on every visit to the profile, and when a payment changes while it is open: syncs the user's payments,
 * announces each result once, and refreshes the data that it changed. The URL carries the payment that the
 * user returns from, as the provider leaves it, until its result is shown.
 */
export function usePaymentUpdates({ userId, offers }: { userId: string; offers: OffersByType }): void {
  const queries = useQueryClient();
  const transport = useTransport();
  const { update } = useSessionActions();
  const [, navigate] = useLocation();

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
    const settled = await retryWhileUnavailable(() => fetchNews(transport, paymentIntentId), {
      onlyUnavailable: paymentIntentId === null,
    });
    if (settled !== null && settled.length > 0) {
      void tell(settled, offers);
      void refresh();
    } else if (settled === null && paymentIntentId !== null) {
      toast(slowPaymentToast());
    } else if (settled !== null && isListMissing()) {
      void refreshPurchases();
    }
    // Keeps the entry's state, with its scroll position.
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
    // The sync also publishes a change of the user. Only new items in the list justify another one.
    if (listed() === before) return;
    // Wait until the tab is visible, or the user would miss the toast.
    await untilVisible();
    await arrive();
  });
  const live = useLive();
  useEffect(() => {
    const ends = [live.on('user', () => void lookAgain()), live.on('missed', () => void lookAgain())];
    return () => ends.forEach((end) => end());
  }, [live]);
}

/** Syncs the user's payments; returns those with news, and the named one. */
async function fetchNews(transport: Transport, paymentIntentId: string | null): Promise<Payment[]> {
  const api = apiClient<PaymentEndpoints>(transport);
  const body = paymentIntentId === null ? {} : { paymentIntentId };
  const { news } = await api.call('POST /api/payments/settle', { body });
  const isNamed = (payment: Payment) => payment.stripePaymentIntentId === paymentIntentId;
  if (paymentIntentId === null || news.some(isNamed)) return news;
  // A page that was reloaded before its response arrived has missed the news: read the payment instead.
  const { items } = await api.page('GET /api/payments');
  return [...news, ...items.filter(isNamed)];
}

async function tell(news: readonly Payment[], offers: OffersByType): Promise<void> {
  const nameOf = ({ id, status, processing }: Payment) => `${id} ${status} ${processing}`;
  const fresh = news.filter((payment) => !announcedPaymentIds.has(nameOf(payment)));
  for (const payment of fresh) announcedPaymentIds.add(nameOf(payment));
  const words = fresh.flatMap((payment) => paymentToast(payment, offers) ?? []);
  for (const [place, each] of words.entries()) {
    // There is room for one toast.
    if (place > 0) await wait(TOAST_DURATION_MS);
    toast(each);
  }
}
