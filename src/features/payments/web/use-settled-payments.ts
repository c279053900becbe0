import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { useSessionActions } from '#features/accounts/web/public.ts';
import { booksMayHaveChanged } from '#features/books/web/public.ts';
import { client } from '#platform/shared/contract.ts';
import { ApiError } from '#platform/web/transport.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { TOAST_DURATION_MS } from '#ui/toast-store.ts';
import { toast } from '#ui/toaster.tsx';
import type { Payment, PaymentCalls } from '../contract.ts';
import { type Offers, wordsOfNews } from './payment-news.ts';

/** Milliseconds before the server is asked again about a payment that somebody comes from. */
const pauses = [1_000, 3_000, 9_000];

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
    const body = paymentIntentId === null ? {} : { paymentIntentId };
    const { news } = await client<PaymentCalls>(transport).call('POST /api/payments/settle', { body });
    return news;
  };
  const tell = async (news: readonly Payment[]) => {
    await Promise.all([
      update(),
      booksMayHaveChanged(queries),
      queries.invalidateQueries({ queryKey: ['payments', 'list'] }),
      queries.invalidateQueries({ queryKey: ['subscription'] }),
    ]);
    const words = news.flatMap((payment) => wordsOfNews(payment, offers) ?? []);
    for (const [place, each] of words.entries()) {
      // There is room for one toast.
      if (place > 0) await wait(TOAST_DURATION_MS);
      toast(each);
    }
  };
  const arrive = useEffectEvent(async () => {
    const paymentIntentId = new URLSearchParams(location.search).get('payment_intent');
    const settled = await patiently(() => settle(paymentIntentId), paymentIntentId === null ? [] : pauses);
    const stillHere = location.pathname === '/profile';
    if (paymentIntentId !== null && stillHere) navigate('/profile', { replace: true });
    if (settled !== null) await tell(settled);
    else if (paymentIntentId !== null)
      toast({
        title: 'Your payment is being checked',
        description: 'That takes longer than usual. Nothing is lost: look here again in a few minutes.',
        icon: 'clock',
      });
  });
  useEffect(() => {
    void arrive();
  }, []);
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
