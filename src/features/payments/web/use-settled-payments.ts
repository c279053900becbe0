import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { useSessionActions } from '#features/accounts/web/public.ts';
import { booksMayHaveChanged } from '#features/books/web/public.ts';
import { client } from '#platform/shared/contract.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { TOAST_DURATION_MS } from '#ui/toast-store.ts';
import { toast, type ToastOptions } from '#ui/toaster.tsx';
import type { Payment, PaymentCalls } from '../contract.ts';
import { type Offers, wordsOfNews } from './payment-news.ts';

/** Milliseconds before the server is asked again about a payment that somebody comes from. */
const pauses = [1_000, 3_000, 9_000];

const late: ToastOptions = {
  title: 'Your payment is being checked',
  description: 'That takes longer than usual. Nothing is lost: look here again in a few minutes.',
  icon: 'clock',
};

/** What this document has told, whatever address is come back to. */
const told = new Set<string>();

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * On every arrival at the profile: asks what has become of the person's payments, tells each piece of news once, and brings what it
 * changed up to date. The address carries the payment that somebody comes from, as the provider leaves it there, until that is told.
 */
export function useSettledPayments(offers: Offers): void {
  const queries = useQueryClient();
  const transport = useTransport();
  const { update } = useSessionActions();
  const [, navigate] = useLocation();

  const settle = async (paymentIntentId: string | null): Promise<Payment[]> => {
    const api = client<PaymentCalls>(transport);
    const body = paymentIntentId === null ? {} : { paymentIntentId };
    const { news } = await api.call('POST /api/payments/settle', { body });
    const isNamed = (payment: Payment) => payment.stripePaymentIntentId === paymentIntentId;
    if (paymentIntentId === null || news.some(isNamed)) return news;
    // It was told before, but the answer went to a page that was reloaded: the address would not name it any more.
    const { items } = await api.page('GET /api/payments');
    return [...news, ...items.filter(isNamed)];
  };
  const refresh = () =>
    Promise.all([
      update(),
      booksMayHaveChanged(queries),
      queries.invalidateQueries({ queryKey: ['payments', 'list'] }),
      queries.invalidateQueries({ queryKey: ['subscription'] }),
    ]);
  const arrive = useEffectEvent(async () => {
    const paymentIntentId = new URLSearchParams(location.search).get('payment_intent');
    const settled = await patiently(() => settle(paymentIntentId), paymentIntentId === null ? [] : pauses);
    if (settled !== null && settled.length > 0) {
      void tell(settled, offers);
      void refresh();
    } else if (settled === null && paymentIntentId !== null) {
      toast(late);
    }
    if (paymentIntentId !== null && location.pathname === '/profile') navigate('/profile', { replace: true });
  });
  useEffect(() => {
    void arrive();
  }, []);
}

async function tell(news: readonly Payment[], offers: Offers): Promise<void> {
  const fresh = news.filter(({ id, status }) => !told.has(`${id} ${status}`));
  for (const { id, status } of fresh) told.add(`${id} ${status}`);
  const words = fresh.flatMap((payment) => wordsOfNews(payment, offers) ?? []);
  for (const [place, each] of words.entries()) {
    // There is room for one toast.
    if (place > 0) await wait(TOAST_DURATION_MS);
    toast(each);
  }
}

/** Null where there is no answer in time; a refusal will not become another one. */
async function patiently<T>(ask: () => Promise<T>, waits: readonly number[]): Promise<T | null> {
  for (const time of [...waits, null]) {
    try {
      return await ask();
    } catch (error) {
      if (time === null || (error instanceof ApiError && error.status < 500)) return null;
      await wait(time);
    }
  }
  return null;
}
