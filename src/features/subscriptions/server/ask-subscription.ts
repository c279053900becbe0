import type Stripe from 'stripe';
import { isMissing, type Payments } from '#features/payments/server/public.ts';

/** A payment that an invoice of the subscription asks for, and until when it gives ad-free time. */
export type Charge = {
  stripePaymentIntentId: string;
  amount: number;
  isRenewal: boolean;
  billedAt: Date;
  endsAt: Date;
};

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

/** Invoices that are looked at when periods went by unheard. */
const mostMissed = 24;

/**
 * Asks how a subscription stands that was last heard to be in the period that ends at `periodEnd`. Null: the provider knows nothing of
 * it.
 */
export async function askSubscription(
  payments: Payments,
  { stripeSubscriptionId, periodEnd }: { stripeSubscriptionId: string; periodEnd: Date },
): Promise<Standing | null> {
  const subscription = await payments
    .ask((stripe) => stripe.subscriptions.retrieve(stripeSubscriptionId, { expand: expandedInvoice }))
    .catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  if (subscription === null) return null;
  const standing = standingOf(subscription);
  if (atSecond(itemOf(subscription).current_period_start) <= periodEnd) return standing;
  // Whole periods went by while nobody listened. The subscription shows the newest invoice only.
  const wanted = { subscription: subscription.id, limit: mostMissed, expand: ['data.payments'] };
  const { data } = await payments.ask((stripe) => stripe.invoices.list(wanted));
  return { ...standing, charges: data.flatMap(chargesOf) };
}

/** Pure: the same answer always means the same. */
export function standingOf(subscription: Stripe.Subscription): Standing {
  const invoice = latestInvoice(subscription);
  return {
    status: subscription.status,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    periodEnd: atSecond(itemOf(subscription).current_period_end),
    charges: invoice === null ? [] : chargesOf(invoice),
    clientSecret: invoice?.status === 'open' ? (invoice.confirmation_secret?.client_secret ?? null) : null,
  };
}

function itemOf({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (item === undefined) throw new Error(`The subscription ${id} has no item`);
  return item;
}

const latestInvoice = ({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice | null =>
  typeof invoice === 'object' ? invoice : null;

/** A draft has none yet. */
function chargesOf(invoice: Stripe.Invoice): Charge[] {
  const isRenewal = invoice.billing_reason !== 'subscription_create';
  const billedAt = atSecond(invoice.created);
  const endsAt = atSecond(Math.max(...invoice.lines.data.map(({ period }) => period.end)));
  return (invoice.payments?.data ?? []).flatMap(({ payment, amount_requested: amount }) => {
    const intent = payment.payment_intent;
    if (intent === undefined) return [];
    const stripePaymentIntentId = typeof intent === 'string' ? intent : intent.id;
    return [{ stripePaymentIntentId, amount, isRenewal, billedAt, endsAt }];
  });
}

const atSecond = (seconds: number) => new Date(seconds * 1000);
