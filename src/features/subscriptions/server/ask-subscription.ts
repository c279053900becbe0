import type Stripe from 'stripe';
import { isMissing, type Payments } from '#features/payments/server/public.ts';

/** A payment that an invoice of the subscription asks for, and until when it gives ad-free time. */
export type Charge = { stripePaymentIntentId: string; amount: number; isRenewal: boolean; endsAt: Date };

/** What the provider says about a subscription, at one moment. */
export type Standing = {
  status: string;
  cancelAtPeriodEnd: boolean;
  periodEnd: Date;
  charges: Charge[];
  /** Of the newest invoice, while it can be paid. */
  clientSecret: string | null;
};

/** What an answer must hold for `standingOf`. */
export const expandedInvoice = ['latest_invoice.payments', 'latest_invoice.confirmation_secret'];

/**
 * Asks how a subscription stands. An earlier invoice is looked at too where it is named: of several that were paid while nobody listened each
 * has its event, and the subscription shows the newest only. Null: the provider knows nothing of it.
 */
export async function askSubscription(
  payments: Payments,
  stripeSubscriptionId: string,
  invoiceId?: string,
): Promise<Standing | null> {
  const subscription = await payments
    .ask((stripe) => stripe.subscriptions.retrieve(stripeSubscriptionId, { expand: expandedInvoice }))
    .catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  if (subscription === null) return null;
  const standing = standingOf(subscription);
  if (invoiceId === undefined || invoiceId === latestInvoice(subscription)?.id) return standing;
  const named = await payments.ask((stripe) => stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }));
  return { ...standing, charges: [...chargesOf(named), ...standing.charges] };
}

/** Pure: the same answer always means the same. */
export function standingOf(subscription: Stripe.Subscription): Standing {
  const item = subscription.items.data[0];
  if (item === undefined) throw new Error(`The subscription ${subscription.id} has no item`);
  const invoice = latestInvoice(subscription);
  return {
    status: subscription.status,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    periodEnd: atSecond(item.current_period_end),
    charges: invoice === null ? [] : chargesOf(invoice),
    clientSecret: invoice?.status === 'open' ? (invoice.confirmation_secret?.client_secret ?? null) : null,
  };
}

const latestInvoice = ({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice | null =>
  typeof invoice === 'object' ? invoice : null;

/** A draft has none yet. */
function chargesOf(invoice: Stripe.Invoice): Charge[] {
  const endsAt = atSecond(Math.max(...invoice.lines.data.map(({ period }) => period.end)));
  return (invoice.payments?.data ?? []).flatMap(({ payment, amount_requested: amount }) => {
    const intent = payment.payment_intent;
    if (intent === undefined) return [];
    const isRenewal = invoice.billing_reason !== 'subscription_create';
    return [
      { stripePaymentIntentId: typeof intent === 'string' ? intent : intent.id, amount, isRenewal, endsAt },
    ];
  });
}

const atSecond = (seconds: number) => new Date(seconds * 1000);
